import type { Warning } from "../document/warnings.js";

/** A warning of the renderer. */
export interface RenderWarning extends Warning {
  /** Whether the reason is transient, so that a later render of the same request can do without the warning. */
  readonly retryable: boolean;
  /** Present if the layer has no image because it is not available. */
  readonly missingImage?: MissingImage;
}

export interface MissingImage {
  /** A sentence that names the layer and the reason, but no replacement. */
  readonly reason: string;
  /** Whether the author chose what the picture shows instead. */
  readonly hasOwnFallback: boolean;
}

/** What messages need to name a layer. */
export interface Labeled {
  readonly id: string;
  readonly name?: string | undefined;
}

/** What messages call a layer: its name, which its author chose, or its id if it has no name. */
export function labelOf({ name, id }: Labeled): string {
  return name ?? id;
}
