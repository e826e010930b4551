/* global document, getSelection, localStorage, location, navigator, ResizeObserver, scrollBy, setTimeout */

// ---- the reader's address and key ---------------------------------------------------------------------------------

for (const base of document.querySelectorAll("[data-base]")) {
  base.textContent = base.dataset.base === "quoted" ? JSON.stringify(location.origin) : location.origin;
}

const keys = [...document.querySelectorAll("[data-key]")].map((element) => ({
  element,
  variable: element.innerHTML,
  isQuoted: element.dataset.key === "quoted",
}));

/** Only this page keeps the key, and only until it is closed. */
function showKey(value) {
  // What has no key's characters is not a key, and could change what a command does.
  const key = /^[\w.-]+$/.test(value) ? value : "";
  for (const { element, variable, isQuoted } of keys) {
    if (key === "") element.innerHTML = variable;
    else element.textContent = isQuoted ? JSON.stringify(key) : key;
  }
}

const field = document.querySelector("[data-key-field]");
field?.addEventListener("submit", (event) => event.preventDefault());
field?.addEventListener("input", ({ target }) => showKey(target.value.trim()));

// ---- tabs: chosen once for all examples ---------------------------------------------------------------------------

const CHOICE = "irs-docs-language";
const groups = [...document.querySelectorAll("[data-tabs]")].map((group) => [...group.querySelectorAll("[role=tab]")]);
const named = (tabs, name) => tabs.find((tab) => tab.textContent === name);

function select(tabs, chosen) {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
  }
}

function selectEverywhere(name) {
  for (const tabs of groups) {
    const tab = named(tabs, name);
    if (tab !== undefined) select(tabs, tab);
  }
}

/** Storage can be switched off. Then the choice lasts until the reader leaves the page. */
function stored(write) {
  try {
    if (write === undefined) return localStorage.getItem(CHOICE);
    localStorage.setItem(CHOICE, write);
  } catch {
    // The choice is not kept.
  }
  return null;
}

/** Changes all examples of the page, and keeps the clicked one where it is. */
function choose(tab) {
  const before = tab.getBoundingClientRect().top;
  selectEverywhere(tab.textContent);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: "instant" });
  stored(tab.textContent);
}

for (const tabs of groups) {
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (step === undefined) return;
      const other = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
      choose(other);
      other.focus();
    });
  }
}
const choice = stored();
if (choice !== null) selectEverywhere(choice);

// ---- copying ------------------------------------------------------------------------------------------------------

const CONFIRMED_MS = 2000;

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const code = button
      .closest(".code")
      .querySelector(":scope > [role=tabpanel]:not([hidden]) code, :scope > pre code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      // Without TLS, or if the reader refused. The text stays there to be selected.
      getSelection().selectAllChildren(code);
      button.textContent = "Press Ctrl C";
    }
    setTimeout(() => {
      button.textContent = "Copy";
    }, CONFIRMED_MS);
  });
}

// ---- what is too wide can be scrolled with the keyboard -----------------------------------------------------------

// Fonts and the width of the window change which tables are too wide.
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const table = target.parentElement;
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
    else table.removeAttribute("tabindex");
  }
});
for (const table of document.querySelectorAll(".table > table")) {
  sizes.observe(table);
}
