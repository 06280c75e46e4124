// Before anything is drawn: the colours that were chosen. A file, since the server allows no script in the page itself.
document.documentElement.dataset.theme = localStorage.getItem("theme") || "system";
