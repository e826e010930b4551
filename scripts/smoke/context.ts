/** The form of a check, and the context that it receives. */
import type { ImageRenderService } from "@image-render/client";

/** The context of all checks. */
export interface SmokeContext {
  readonly baseUrl: string;
  readonly operator: ImageRenderService;
  /** A client with the key of the new workspace. */
  readonly irs: ImageRenderService;
  readonly key: string;
  readonly workspaceId: string;
  readonly examples: readonly string[];
}

export interface Check {
  readonly name: string;
  /** Resolves to what is wrong, or to `undefined`. */
  readonly run: (context: SmokeContext) => Promise<string | undefined>;
}
