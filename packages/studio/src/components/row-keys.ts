/** Moves the focus through the rows of a list, with the arrow keys. Enter then follows the link of the row. */
export function moveThroughRows(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement) || event.target.closest("input, select, textarea"))
    return;
  const links = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[data-row-link]")];
  const current = links.findIndex((link) => link.closest("[data-row]")?.contains(document.activeElement));
  const next = links[Math.min(Math.max(current + step, 0), links.length - 1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
