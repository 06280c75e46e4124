// A table that scrolls can be reached by the keyboard.
const reachable = () => {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap")) wrap.tabIndex = 0;
};
new MutationObserver(reachable).observe(document.documentElement, { childList: true, subtree: true });
reachable();
