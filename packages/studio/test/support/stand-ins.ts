/** Values in the place of globals that only a browser has. */
export class StandIns {
  readonly #before = new Map<string, PropertyDescriptor | undefined>();

  /** Replaces globals, including those that were replaced before. */
  put(values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) {
      if (!this.#before.has(name)) this.#before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
  }

  /** Gives all globals back. */
  remove(): void {
    for (const [name, descriptor] of this.#before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
    this.#before.clear();
  }
}

/** Replaces globals. Returns a function that gives them back. */
export function standIn(values: Readonly<Record<string, unknown>>): () => void {
  const standIns = new StandIns();
  standIns.put(values);
  return () => standIns.remove();
}

/** Stands in for a target of events, such as the window or the document. */
export class Listeners {
  readonly #added: { readonly type: string; readonly listen: (event: never) => void }[] = [];

  readonly addEventListener = (type: string, listen: (event: never) => void): void => {
    this.#added.push({ type, listen });
  };

  readonly removeEventListener = (type: string, listen: (event: never) => void): void => {
    const index = this.#added.findIndex((one) => one.type === type && one.listen === listen);
    if (index !== -1) this.#added.splice(index, 1);
  };

  /** Calls the listeners as a browser does when the event happens. */
  fire(type: string, event: object = {}): void {
    for (const one of [...this.#added]) if (one.type === type) one.listen(event as never);
  }
}
