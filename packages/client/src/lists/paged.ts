/** A list that the service returns in pages. */
export interface Paged<Item, Page> extends AsyncIterable<Item> {
  /** Requests one page: the first, or the one of the given `cursor` or `offset`. */
  page(): Promise<Page>;
  /** Requests one page after the other, as they are needed. */
  pages(): AsyncGenerator<Page, void, undefined>;
  /** Requests pages up to a number of items, and returns the items. */
  first(count: number): Promise<Item[]>;
}

/** How a route returns pages. */
export interface Paging<Item, Page> {
  /** Requests a page. `position` are the query parameters that say where it begins. */
  readonly load: (position: object | undefined) => Promise<Page>;
  readonly itemsOf: (page: Page) => readonly Item[];
  /** Returns where the next page begins. Undefined after the last one. */
  readonly nextOf: (page: Page) => object | undefined;
}

/** Returns a list. It requests nothing until it is read. */
export function paged<Item, Page>({ load, itemsOf, nextOf }: Paging<Item, Page>): Paged<Item, Page> {
  async function* pages(): AsyncGenerator<Page, void, undefined> {
    let next: object | undefined;
    do {
      const page = await load(next);
      yield page;
      next = nextOf(page);
    } while (next !== undefined);
  }
  async function* items(): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages()) yield* itemsOf(page);
  }
  return {
    page: async () => await load(undefined),
    pages,
    [Symbol.asyncIterator]: items,
    async first(count) {
      const found: Item[] = [];
      if (count > 0) for await (const item of items()) if (found.push(item) >= count) break;
      return found;
    },
  };
}
