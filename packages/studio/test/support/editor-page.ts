/** What the code of the editor needs of a browser, for tests without one. */

import { jest } from "@jest/globals";

/** The globals that tests have replaced, with what they were before. */
const replaced = new Map<string, PropertyDescriptor | undefined>();

/** Replaces globals. Call {@link removeStandIns} after each test. */
export function standIn(globals: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(globals)) {
    if (!replaced.has(name)) replaced.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

/** Restores all globals. */
export function removeStandIns(): void {
  for (const [name, before] of replaced) {
    if (before === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, before);
  }
  replaced.clear();
}

/** An element that only knows which selectors it or something around it fits. */
export class PageElement extends EventTarget {
  readonly #selectors: readonly string[];

  constructor(...selectors: readonly string[]) {
    super();
    this.#selectors = selectors;
  }

  closest(selector: string): this | null {
    return selector.split(", ").some((one) => this.#selectors.includes(one)) ? this : null;
  }
}

/** Stands in for the window. Returns a function that sends an event through it, as if it came from an element. */
export function openWindow(): (type: string, from: PageElement, values?: object) => Event {
  const target = new EventTarget();
  standIn({
    Node: PageElement,
    Element: PageElement,
    HTMLElement: PageElement,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  });
  return (type, from, values = {}) => {
    const event = new Event(type, { cancelable: true });
    const own = { target: from, composedPath: () => [from], ...values };
    for (const [name, value] of Object.entries(own)) Object.defineProperty(event, name, { value });
    target.dispatchEvent(event);
    return event;
  };
}

/** A request of the editor to the service. */
export interface SentRequest {
  readonly method: string;
  /** Without the address of the API. */
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Stands in for the service. Returns the requests that it has got. */
export function serve(respond: (request: SentRequest) => Response | Promise<Response>): readonly SentRequest[] {
  const sent: SentRequest[] = [];
  standIn({
    location: new URL("https://studio.example/studio/templates"),
    fetch: async (url: URL | string, init: RequestInit = {}): Promise<Response> => {
      const path = new URL(url).pathname.replace("/api/v1", "");
      const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
      const request = { method: init.method ?? "GET", path, body, headers: new Headers(init.headers) };
      sent.push(request);
      return await respond(request);
    },
  });
  return sent;
}

/** A response that refuses a request. It asks to wait for so long that the client does not repeat the request itself. */
export function refuse(status: number, details?: object): Response {
  const body = { error: "Not now.", code: "ANY", details };
  return Response.json(body, { status, headers: { "retry-after": "60" } });
}

/** The pictures that a page has decoded, and the addresses that it still holds. */
export interface PagePictures {
  readonly held: Map<string, Blob>;
  readonly decoded: string[];
}

/** Stands in for the pictures of a browser. Each has the given size. */
export function openPictures(size = { width: 0, height: 0 }): PagePictures {
  const held = new Map<string, Blob>();
  const decoded: string[] = [];
  let last = 0;
  class PageURL extends URL {
    static override createObjectURL(file: Blob): string {
      const address = `blob:${++last}`;
      held.set(address, file);
      return address;
    }
    static override revokeObjectURL(address: string): void {
      held.delete(address);
    }
  }
  class PageImage {
    src = "";
    readonly naturalWidth = size.width;
    readonly naturalHeight = size.height;
    decode = async (): Promise<void> => {
      await Promise.resolve();
      decoded.push(this.src);
    };
  }
  standIn({ URL: PageURL, Image: PageImage });
  return { held, decoded };
}

/** Makes timers stand still. Promises and streams go on. */
export function stopTimers(): void {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask", "performance"] });
}

/** Waits until something is true while timers stand still. */
export async function untilTrue(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until nothing happens any more without a timer. */
export async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
}
