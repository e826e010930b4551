import type { Caller } from "../service/caller.js";

/** The parts that a server consists of. It offers only what the scopes of the key allow. */
export interface ServerOptions extends Caller {
  /** @default Date.now */
  readonly now?: () => number;
}
