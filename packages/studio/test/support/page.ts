/** Stands in for a page of a browser: its address, its history, its events, and what it keeps. */
import { Listeners, standIn } from "./stand-ins.js";

/** A page that tests look at. */
export interface TestPage {
  /** Can be changed, as the browser does when a person goes back. */
  readonly location: URL;
  /** The calls of the history, for example `push /studio/renders`. */
  readonly visits: readonly string[];
  /** The places that the page was scrolled to. */
  readonly scrolls: readonly (readonly number[])[];
  readonly window: Listeners;
  readonly document: Listeners & { visibilityState: "visible" | "hidden" };
  /** Takes the page away, so that no other test sees it. */
  close(): void;
}

/** Opens a page. It stays open until it is closed. */
export function openPage(address = "https://irs.example.com/studio"): TestPage {
  const location = new URL(address);
  const visits: string[] = [];
  const scrolls: number[][] = [];
  const visit = (how: string) => (_state: unknown, _title: string, to: string | URL) => {
    location.href = new URL(to, location).href;
    visits.push(`${how} ${location.href.slice(location.origin.length)}`);
  };
  const window = new Listeners();
  const document = Object.assign(new Listeners(), { visibilityState: "visible" as const });
  const close = standIn({
    location,
    history: { pushState: visit("push"), replaceState: visit("replace") },
    scrollTo: (...place: number[]) => scrolls.push(place),
    addEventListener: window.addEventListener,
    document,
  });
  return { location, visits, scrolls, window, document, close };
}
