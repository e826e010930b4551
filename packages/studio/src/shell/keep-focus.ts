/**
 * Keeps the focus of the keyboard when the focused element disappears: a card that is deleted, a button that has done its
 * work, or a page that is left. Otherwise the browser starts again at the top of the document, and a person who uses the
 * keyboard has to find their place again.
 */

/** Where an element was in the document when it got the focus. */
interface Place {
  readonly element: HTMLElement;
  /** Whether it is in something temporary, such as a dialog. The focus then goes back to the element before it. */
  readonly isPassing: boolean;
  /** The parents with the index of the child that leads to the element, from the nearest one to the root. */
  readonly steps: readonly { readonly parent: Element; readonly index: number }[];
}

/** The number of elements that are remembered. The element that opened a dialog can be several elements back. */
const REMEMBERED = 30;
const PASSING = "dialog, [role=menu], .toasts";
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

let places: readonly Place[] = [];
/** Whether the content of the page has the focus only until its title is there. */
let isWaiting = false;

/** Starts to watch the focus of the page. */
export function keepFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement) places = [placeOf(target), ...places].slice(0, REMEMBERED);
  });
  document.addEventListener("focusout", ({ target }) => {
    // A click on an empty place removes the focus on purpose.
    setTimeout(() => {
      if (hasNone() && target instanceof HTMLElement && canKeep(target)) places = [];
    });
  });
  const watch = new MutationObserver(() => restoreFocus());
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
}

function restoreFocus(): void {
  if (isWaiting && document.activeElement?.matches("main") === true) focusTitle();
  const [last] = places;
  if (!hasNone() || last === undefined || canKeep(last.element)) return;
  const place = places.find(({ isPassing }) => !isPassing);
  const next = place && nextTo(place);
  if (next === undefined) focusTitle();
  else next.focus();
}

function hasNone(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function canKeep(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(":disabled");
}

/** Returns the element itself, or what is now at its place or before it, within the content of the page. */
function nextTo({ element, steps }: Place): HTMLElement | undefined {
  if (isFocusable(element)) return element;
  const content = document.querySelector("main");
  for (const { parent, index } of steps) {
    if (!parent.isConnected) continue;
    if (parent === content || content?.contains(parent) !== true) return undefined;
    for (const neighbor of [parent.children[index], parent.children[index - 1]]) {
      const next = neighbor && [neighbor, ...neighbor.querySelectorAll(FOCUSABLE)].find(isFocusable);
      if (next !== undefined) return next;
    }
  }
  return undefined;
}

function isFocusable(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement && element.isConnected && element.matches(FOCUSABLE) && element.checkVisibility()
  );
}

/** The title says where a person is. While a page is loading, its content has the focus. */
function focusTitle(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  isWaiting = heading === null;
  if (heading !== null) heading.tabIndex = -1;
  (heading ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
}

function placeOf(element: HTMLElement): Place {
  const steps = [];
  for (let child: Element = element; child.parentElement !== null; child = child.parentElement) {
    steps.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  }
  return { element, isPassing: element.closest(PASSING) !== null, steps };
}
