import type { Warning } from "../document/warnings.js";

/** A warning of the renderer. */
export interface RenderWarning extends Warning {
  /** Whether the reason is transient. If so, a later render of the same request can succeed without the warning. */
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

/** The properties that messages need to name a layer. */
export interface Labeled {
  readonly id: string;
  readonly name?: string | undefined;
}

/** Returns the name of a layer in messages: the name that its author chose, or its id if it has no name. */
export function labelOf({ name, id }: Labeled): string {
  return name ?? id;
}
