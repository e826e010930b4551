import type { RenderService } from "../service/render-service.js";
import type { Scope } from "../service/scope.js";

/** What a server is made from. */
export interface ServerOptions {
  readonly service: RenderService;
  /** The scopes of the key. The server offers only what they allow. */
  readonly scopes: readonly Scope[];
  /** @default Date.now */
  readonly now?: () => number;
}
