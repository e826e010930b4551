import type { RenderService } from "./render-service.js";
import type { Scope } from "./scope.js";

/** The service as the holder of one key sees it. */
export interface Caller {
  readonly service: RenderService;
  /** The scopes of the key. */
  readonly scopes: readonly Scope[];
}
