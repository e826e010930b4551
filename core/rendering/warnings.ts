import { type Layer } from "../contract/template/layers.js";
import { type Warning } from "../contract/template/warnings.js";

/** A warning as the renderer gives it. */
export interface RenderWarning extends Warning {
  /** Whether the same render may do without it later: the reason was a passing one. */
  readonly retryable: boolean;
}

/** What a message calls a layer: by its name, which its author chose, else by its id. */
export function labelOf(layer: Layer): string {
  return layer.name ?? layer.id;
}
