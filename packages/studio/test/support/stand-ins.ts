/** Puts values in the place of globals that only a browser has. Returns a function that takes them away again. */
export function standIn(values: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
  };
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
