/** The address of the page, as signals. Filters of lists are in its query, so that a link shows the same list. */
import { computed, signal } from "@preact/signals";

/** The path of the studio. */
export const BASE = "/studio";

const address = signal(new URL(location.href));

/** The path, without a slash at its end. */
export const path = computed(() => address.value.pathname.replace(/(.)\/+$/, "$1"));
/** The parameters of the query. */
export const query = computed(() => address.value.searchParams);

/** Functions that may keep the reader on the page, because there is unsaved work. They return true to allow leaving. */
const guards = new Set<(next: URL) => boolean>();

/** Asks a function before the page changes to another path. Returns a function that removes it. */
export function guardLeaving(guard: (next: URL) => boolean): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Shows another page of the studio. `replace` keeps the current page out of the history. */
export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const next = new URL(to, address.value);
  if (next.href === address.value.href) return;
  const isOtherPage = next.pathname !== address.value.pathname;
  if (isOtherPage && ![...guards].every((guard) => guard(next))) return;
  if (replace) history.replaceState(null, "", next);
  else history.pushState(null, "", next);
  address.value = next;
  if (isOtherPage) scrollTo(0, 0);
}

/** Changes parameters of the query. Empty ones are removed. The list keeps its place in the history. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const next = new URL(address.value);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") next.searchParams.delete(name);
    else next.searchParams.set(name, value);
  }
  navigate(next.href, { replace: true });
}

/** Returns the address of a page of the studio. Each parameter of the path is encoded. */
export function pathTo(...segments: readonly string[]): string {
  return [BASE, ...segments.map(encodeURIComponent)].join("/");
}

/** Follows the history, and links to pages of the studio, without loading the page again. */
export function startRouter(): void {
  addEventListener("popstate", () => {
    address.value = new URL(location.href);
  });
  document.addEventListener("click", (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || link.target !== "" || link.hasAttribute("download")) return;
    const to = new URL(link.href, location.href);
    if (to.origin !== location.origin || !(to.pathname === BASE || to.pathname.startsWith(`${BASE}/`))) return;
    event.preventDefault();
    navigate(to.href);
  });
}
