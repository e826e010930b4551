/* global document, fetch, location */

const dialog = document.querySelector("[data-search]");
const input = dialog.querySelector("input");
const list = dialog.querySelector("ul");
const status = dialog.querySelector("[role=status]");

const MOST = 20;
/** Characters of text around the first word that was found. */
const EXCERPT = 90;

/** The index is loaded when the search is opened for the first time. */
let loading;

async function load() {
  const [{ default: MiniSearch }, response] = await Promise.all([
    import(dialog.dataset.library),
    fetch(dialog.dataset.index),
  ]);
  if (!response.ok) throw new Error(`The index has the status ${response.status}.`);
  const search = new MiniSearch({
    fields: ["title", "page", "text"],
    storeFields: ["href", "page", "title", "text"],
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
  });
  search.addAll(await response.json());
  return search;
}

function open() {
  loading ??= load().catch(() => {
    loading = undefined;
    return undefined;
  });
  dialog.showModal();
  input.select();
  void show();
}

/** Puts the words that were found into elements, without reading them as HTML. */
function excerpt({ text, terms }) {
  const words = [...terms]
    .sort((a, b) => b.length - a.length)
    .map((term) => term.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  const pattern = new RegExp(`(${words.join("|")})`, "giu");
  const at = Math.max(0, text.search(pattern) - EXCERPT / 3);
  const shown = (at > 0 ? "…" : "") + text.slice(at, at + EXCERPT * 2);
  return shown.split(pattern).map((part, index) => {
    if (index % 2 === 0) return part;
    const mark = document.createElement("mark");
    mark.textContent = part;
    return mark;
  });
}

function item(result, index) {
  const option = document.createElement("li");
  option.id = `result-${index}`;
  option.role = "option";
  option.dataset.href = result.href;
  const title = document.createElement("strong");
  title.textContent = result.title === result.page ? result.page : `${result.page} › ${result.title}`;
  const text = document.createElement("span");
  text.append(...excerpt(result));
  option.append(title, text);
  option.addEventListener("click", () => follow(option));
  return option;
}

function follow(option) {
  dialog.close();
  location.assign(option.dataset.href);
}

function mark(option) {
  for (const other of list.children) other.setAttribute("aria-selected", String(other === option));
  if (option === undefined) input.removeAttribute("aria-activedescendant");
  else input.setAttribute("aria-activedescendant", option.id);
  option?.scrollIntoView({ block: "nearest" });
}

const say = (text) => {
  status.textContent = text;
};

async function show() {
  const query = input.value.trim();
  if (loading !== undefined && list.childElementCount === 0) say("Loading …");
  const search = await loading;
  // The reader went on typing.
  if (query !== input.value.trim()) return;
  if (search === undefined) {
    say("The search could not be loaded. Close it and open it again.");
    return;
  }
  const found = query === "" ? [] : search.search(query);
  list.replaceChildren(...found.slice(0, MOST).map(item));
  input.setAttribute("aria-expanded", String(found.length > 0));
  mark(list.firstElementChild ?? undefined);
  if (query === "") say("Type a word, such as “webhook” or “font_size”.");
  else if (found.length === 0) say(`Nothing contains “${query}”.`);
  else say(found.length > MOST ? `${MOST} of ${found.length} results` : `${found.length} results`);
}

input.addEventListener("input", () => void show());
input.addEventListener("keydown", (event) => {
  const options = [...list.children];
  const current = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined && options.length > 0) {
    event.preventDefault();
    mark(options[(current + step + options.length) % options.length]);
  }
  if (event.key === "Enter" && options[current] !== undefined) {
    event.preventDefault();
    follow(options[current]);
  }
});
dialog.addEventListener("click", ({ target }) => {
  if (target === dialog) dialog.close();
});
document.querySelector("[data-search-open]").addEventListener("click", open);
document.addEventListener("keydown", (event) => {
  const isField = /^(input|textarea|select)$/i.test(event.target.tagName);
  const isAsked = (event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !isField);
  if (!isAsked || dialog.open) return;
  event.preventDefault();
  open();
});
