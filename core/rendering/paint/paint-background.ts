import { type TemplateDocument } from "../../contract/template/document.js";
import { gradientFill, isVisible, solidFill } from "./fill.js";
import { type Box, type Fragment, NO_INK } from "./fragment.js";
import { outlinePath } from "./outline.js";

/** The ground of a document, over all of it; of an image the colour beneath it. */
export function paintBackground({ width, height, background }: TemplateDocument): Fragment {
  const bounds: Box = { x: 0, y: 0, width, height };
  const ground = typeof background !== "string" && background.type === "image" ? background.color : background;
  if (typeof ground === "string" && !isVisible(ground)) return NO_INK;
  const fill = typeof ground === "string" ? solidFill(ground) : gradientFill(ground, bounds);
  const path = outlinePath({ kind: "rectangle", radius: 0 }, bounds);
  return { svg: `${fill.definition}<path d="${path}" ${fill.attributes}/>`, bounds };
}
