import { type Paged, paged } from "../lists/paged.js";
import type { CallOptions } from "../options.js";
import type { Caller } from "../transport/caller.js";
import type { Query, ResponseBody, RouteName } from "../types.js";

/** Lists whose pages name the `cursor` of the next one, by their routes, with the name of their items. */
interface CursorLists {
  "GET /renders": "renders";
  "GET /uploads": "uploads";
  "GET /webhooks/deliveries": "deliveries";
  "GET /usage/ledger": "entries";
}

type ItemOf<Name extends keyof CursorLists & RouteName> =
  ResponseBody<Name> extends Record<CursorLists[Name], (infer Item)[]> ? Item : never;

/** A group of routes. */
export abstract class Resource {
  // Declared without code, to keep the package small.
  declare protected readonly caller: Caller;

  constructor(caller: Caller) {
    this.caller = caller;
  }

  /** Returns a list of a route. */
  protected cursorList<Name extends keyof CursorLists & RouteName>(
    name: Name,
    key: CursorLists[Name],
    query: Query<Name> | undefined,
    options: CallOptions | undefined,
  ): Paged<ItemOf<Name>, ResponseBody<Name>> {
    return paged({
      load: (next) => this.caller.json(name, { query: { ...query, ...next } as Query<Name>, options }),
      itemsOf: (page) => (page as Record<CursorLists[Name], ItemOf<Name>[]>)[key],
      nextOf: ({ nextCursor: cursor }: { nextCursor?: string }) => (cursor === undefined ? undefined : { cursor }),
    });
  }
}
