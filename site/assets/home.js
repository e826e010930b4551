/* global document, fetch, getSelection, location, navigator, performance, setTimeout, URL */

// ---- the picture -------------------------------------------------------------------------------------------------

/** A first view can take longer than the service holds the request. After that, the response is 503 with `Retry-After`. */
const ATTEMPTS = 6;
const PROGRESS_AFTER_MS = 300;

const frame = document.querySelector("[data-picture]");
const image = frame.querySelector("img");
const progress = frame.querySelector(".progress");
const problem = frame.querySelector(".problem");
const again = frame.querySelector("[data-again]");
const address = image.getAttribute("src");

const setState = (state) => {
  frame.dataset.state = state;
  if (state !== "loading") progress.hidden = true;
  problem.hidden = state !== "failed";
};

function startLoading() {
  setState("loading");
  setTimeout(() => {
    progress.hidden = frame.dataset.state !== "loading";
  }, PROGRESS_AFTER_MS);
}

function showPicture() {
  setState("shown");
  const [timing] = performance.getEntriesByName(image.src).slice(-1);
  const facts = [`${image.naturalWidth} × ${image.naturalHeight}`, "PNG"];
  if (timing?.encodedBodySize > 0) facts.push(`${Math.round(timing.encodedBodySize / 1000)} kB`);
  document.querySelector("[data-facts]").textContent = facts.join(" · ");
  if (timing?.duration > 0) {
    document.querySelector("[data-time]").textContent = ` · loaded in ${Math.max(1, Math.round(timing.duration))} ms`;
  }
}

function showProblem(what, why, canRepeat, requestId) {
  frame.querySelector("[data-what]").textContent = what;
  frame.querySelector("[data-why]").textContent = why;
  const request = frame.querySelector("[data-request]");
  request.hidden = requestId === undefined;
  request.querySelector("code").textContent = requestId ?? "";
  again.hidden = !canRepeat;
  setState("failed");
}

/** Why there is no picture: the status and body that an image element does not show. */
async function explain(response) {
  const body = await response.json().catch(() => ({}));
  const reasons = {
    401: "Its signature was revoked. The next update of the service signs it again.",
    402: "The workspace has no credits left for its first view.",
    404: "Its template was deleted.",
  };
  const reason = reasons[response.status] ?? body.error ?? `The service responded with status ${response.status}.`;
  showProblem(
    "The picture could not be rendered",
    `${reason} Everything else on this page works.`,
    true,
    body.requestId,
  );
}

/** Whether the image element failed although the picture is there. Another attempt would end in the same way. */
let wasFetched = false;

/** Asks until the picture is stored, then lets the image element load it. */
async function loadPicture() {
  startLoading();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const response = await fetch(address).catch(() => undefined);
    if (response === undefined) {
      return showProblem(
        "The service did not respond",
        "The connection was lost. Nothing was rendered or billed.",
        true,
      );
    }
    if (response.ok) {
      wasFetched = true;
      image.src = address;
      return undefined;
    }
    if (response.status !== 503) return await explain(response);
    const seconds = Number(response.headers.get("retry-after")) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
  return showProblem("The picture is not ready yet", "The service is busy. It goes on rendering the picture.", true);
}

image.addEventListener("load", showPicture);
image.addEventListener("error", () => {
  if (wasFetched) return showProblem("The picture could not be shown", "The browser cannot read its file.", false);
  // Removed, so that the next assignment loads the picture again.
  image.removeAttribute("src");
  return void loadPicture();
});
again.addEventListener("click", () => void loadPicture());

if (address === "") {
  document.querySelector("[data-copy=tag]").hidden = true;
  showProblem(
    "There is no picture to show",
    "The starter template “Open Graph card” was deleted from this service.",
    false,
  );
} else if (image.complete && image.naturalWidth > 0) {
  showPicture();
} else if (image.complete) {
  // It failed before this script ran.
  image.removeAttribute("src");
  void loadPicture();
} else {
  startLoading();
}

// ---- tabs --------------------------------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll("[role=tab]")];
const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));

function select(chosen) {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    panelOf(tab).hidden = !isChosen;
  }
  // Another command than the one that was copied.
  document.querySelector("[data-copy=key]").textContent = "Copy";
}

for (const tab of tabs) {
  tab.addEventListener("click", () => select(tab));
  tab.addEventListener("keydown", ({ key }) => {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const other = tabs[(tabs.indexOf(tab) + 1) % tabs.length];
    select(other);
    other.focus();
  });
}
const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
select(document.getElementById(isLocal ? "tab-local" : "tab-deployed"));

// ---- copying -----------------------------------------------------------------------------------------------------

for (const base of document.querySelectorAll("[data-base]")) base.textContent = location.origin;

const escapeHtml = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** What each button copies. */
const SOURCES = {
  tag: () =>
    `<img src="${escapeHtml(new URL(address, location.origin).href)}" width="1200" height="630" alt="${escapeHtml(image.alt)}">`,
  key: () => panelOf(tabs.find((tab) => tab.getAttribute("aria-selected") === "true")).querySelector("pre").textContent,
  request: () => document.getElementById("request").textContent,
};

const CONFIRMED_MS = 2000;
const said = document.querySelector("[data-said]");

/** Shows the result on the button, and says it to screen readers, for which the name of the button does not change. */
function confirm(button, text) {
  const { label } = button.dataset;
  button.textContent = text;
  said.textContent = text;
  setTimeout(() => {
    if (button.textContent === text) button.textContent = label;
    said.textContent = "";
  }, CONFIRMED_MS);
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.dataset.label = button.textContent;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(SOURCES[button.dataset.copy]());
      confirm(button, "Copied");
    } catch {
      // Without TLS, or if the reader refused. The text stays there to be selected.
      const code = button.closest(".code")?.querySelector("[role=tabpanel]:not([hidden]) pre, .head ~ pre");
      if (code) getSelection().selectAllChildren(code);
      confirm(button, code ? "Press Ctrl C" : "Not copied");
    }
  });
}
