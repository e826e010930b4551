/** Moves the focus through a grid of cards, with the arrow keys. */

/** Returns the place that a key leads to. Undefined for other keys. */
export function placeAfterKey(
  key: string,
  { place, count, columns }: { readonly place: number; readonly count: number; readonly columns: number },
): number | undefined {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key];
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (step === undefined) return undefined;
  const next = place + step;
  if (next >= 0 && next < count) return next;
  // Below the last full row there may be a shorter one.
  const hasRowBelow = key === "ArrowDown" && Math.floor(place / columns) < Math.floor((count - 1) / columns);
  return hasRowBelow ? count - 1 : place;
}

/** Handles a key of a grid. Its cards have links with `data-card-link`. */
export function moveThroughGrid(event: KeyboardEvent): void {
  const grid = event.currentTarget;
  if (!(grid instanceof HTMLElement) || !(event.target instanceof HTMLElement)) return;
  if (event.target.closest("[data-card-link]") === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...grid.querySelectorAll<HTMLElement>("[data-card-link]")];
  const [first] = links;
  if (first === undefined) return;
  const isRightToLeft = getComputedStyle(grid).direction === "rtl";
  const mirrored: Readonly<Record<string, string>> = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };
  const place = placeAfterKey(isRightToLeft ? (mirrored[event.key] ?? event.key) : event.key, {
    place: links.indexOf(event.target),
    count: links.length,
    columns: links.filter((link) => topOf(link) === topOf(first)).length,
  });
  if (place === undefined) return;
  event.preventDefault();
  links[place]?.focus();
}

const topOf = (element: HTMLElement): number => Math.round(element.getBoundingClientRect().top);
