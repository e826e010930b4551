/** The parts of a browser that the editor's code needs, for tests without a browser. */

import { jest } from "@jest/globals";
import { StandIns } from "./stand-ins.js";

const standIns = new StandIns();

/** Replaces globals. Call {@link removeStandIns} after each test. */
export const standIn = (globals: Readonly<Record<string, unknown>>): void => standIns.put(globals);

/** Restores all globals. */
export const removeStandIns = (): void => standIns.remove();

/** An element that only knows which selectors match it or an element around it. */
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

/** A window without a page. */
export interface PageWindow {
  /** Sends an event through the window, as if it came from an element. */
  readonly send: (type: string, from: PageElement, values?: object) => Event;
  /** Whether somebody listens for events. */
  readonly isListening: () => boolean;
}

/** Stands in for the window. */
export function openWindow(): PageWindow {
  const target = new EventTarget();
  let listeners = 0;
  standIn({
    Node: PageElement,
    Element: PageElement,
    HTMLElement: PageElement,
    addEventListener: (type: string, listener: EventListener) => {
      listeners++;
      target.addEventListener(type, listener);
    },
    removeEventListener: (type: string, listener: EventListener) => {
      listeners--;
      target.removeEventListener(type, listener);
    },
  });
  const send: PageWindow["send"] = (type, from, values = {}) => {
    const event = new Event(type, { cancelable: true });
    const own = { target: from, composedPath: () => [from], ...values };
    for (const [name, value] of Object.entries(own)) Object.defineProperty(event, name, { value });
    target.dispatchEvent(event);
    return event;
  };
  return { send, isListening: () => listeners > 0 };
}

/** A request of the editor to the service. */
export interface SentRequest {
  readonly method: string;
  /** Without the address of the API. */
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Stands in for the service. Returns the requests that it has received. */
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

/** Stands in for a service that takes uploads. Returns what it was told about them. */
export function serveUploads(): readonly unknown[] {
  const announced: unknown[] = [];
  serve(({ method, path, body }) => {
    if (method === "PUT") return new Response();
    if (method === "POST" && path === "/uploads") announced.push(body);
    const url = "https://files.example/1";
    return Response.json({ id: "u1", path: "/uploads/u1.png", state: "ready", method: "PUT", url, headers: {} });
  });
  return announced;
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

/** Stands in for the messages at the edge of the page. Call it before importing what shows them. Returns their texts. */
export function takeToasts(): string[] {
  const shown: string[] = [];
  jest.unstable_mockModule("../../src/components/toasts.js", () => ({ toast: (text: string) => shown.push(text) }));
  return shown;
}

/** The data that a browser keeps. */
export interface KeptValues {
  /** The values by the name of their database and their key. */
  readonly values: Map<string, unknown>;
  /** Whether the browser refuses to read and to write. */
  isBroken: boolean;
}

/** Stands in for the databases of a browser. Call it before importing what uses them. */
export function takeStores(): KeptValues {
  const kept: KeptValues = { values: new Map(), isBroken: false };
  const open = async (): Promise<Map<string, unknown>> => {
    await Promise.resolve();
    if (kept.isBroken) throw new Error("The browser keeps nothing.");
    return kept.values;
  };
  class Store {
    readonly #name: string;
    readonly #keyPath: string;
    constructor(name: string, keyOfValues: string) {
      this.#name = name;
      this.#keyPath = keyOfValues;
    }
    get = async (key: string): Promise<unknown> => (await open()).get(`${this.#name} ${key}`);
    delete = async (key: string): Promise<void> => void (await open()).delete(`${this.#name} ${key}`);
    put = async (value: Readonly<Record<string, unknown>>): Promise<void> =>
      void (await open()).set(`${this.#name} ${String(value[this.#keyPath])}`, value);
  }
  jest.unstable_mockModule("../../src/service/browser-store.js", () => ({ BrowserStore: Store }));
  return kept;
}

/** Makes timers stand still. Promises and streams continue. */
export function stopTimers(): void {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask", "performance"] });
}

/** Waits until nothing happens any more without a timer. */
export async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
}
