import { type TemplateDocument } from "../../contract/template/document.js";
import { type PreparedLayer } from "../prepare-layers.js";
import { type Element } from "./element.js";
import { imageElement } from "./image-element.js";
import { backgroundStyle } from "./paint.js";
import { lineElement, shapeElement } from "./shape-element.js";
import { textElement } from "./text-element.js";

/** The whole document as one tree: a root of its size with every layer placed absolutely in it, in paint order. */
export function buildTree(
  { width, height, background }: TemplateDocument,
  layers: readonly PreparedLayer[],
  transparent: boolean,
): Element {
  const paint =
    typeof background === "string" ? backgroundStyle(background) : backgroundStyle("transparent", background);
  return {
    type: "div",
    props: {
      // No overflow here: the SVG ends at its edge anyway, and a clip would cost a mask of the picture's size per layer.
      style: {
        display: "flex",
        position: "relative",
        width,
        height,
        ...(transparent ? {} : paint),
      },
      children: layers.map(elementOf),
    },
  };
}

function elementOf(prepared: PreparedLayer): Element {
  switch (prepared.kind) {
    case "text":
      return textElement(prepared.layer, prepared.text);
    case "image":
      return imageElement(prepared.layer, prepared.image);
    case "shape":
      return shapeElement(prepared.layer);
    case "line":
      return lineElement(prepared.layer);
  }
}
