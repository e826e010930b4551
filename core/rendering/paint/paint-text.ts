import { paintBox } from "./box-ink.js";
import { type Box, type Fragment, unite } from "./fragment.js";
import { isSeen, turn } from "./turn.js";
import { type ResolvedText } from "../resolve/resolved-layer.js";
import { type TextEngine } from "../text/engine.js";
import { layOutText } from "../text/lay-out-text.js";
import { paintText as paintLetters } from "../text/paint-text.js";
import { textRoom } from "../text/text-room.js";
import { textWarnings } from "../text/text-warnings.js";
import { type RenderWarning } from "../warnings.js";

/** A text in its box. */
export function paintText(
  layer: ResolvedText,
  view: Box,
  engine: TextEngine,
): { fragment: Fragment; warnings: readonly RenderWarning[] } {
  const room = textRoom(layer);
  const layout = layOutText(engine, layer, room);
  // A text's shadow is that of its letters, which its box does not throw.
  const box = paintBox(
    { ...layer, shadow_color: "transparent" },
    { kind: "rectangle", radius: layer.border_radius },
    view,
  );
  const letters = paintLetters(engine, layout, layer, room, (ink) => isSeen(ink, layer, view));
  return {
    fragment: turn(box.beneath + box.above + letters.svg, unite([box.ink, letters.bounds]), layer),
    warnings: textWarnings(layer, layout),
  };
}
