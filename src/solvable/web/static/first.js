// Before anything is drawn: the colours that were chosen. A file, since the server allows no script in the page itself.
try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") || "system";
} catch { /* storage is denied: as the system has it */ }
