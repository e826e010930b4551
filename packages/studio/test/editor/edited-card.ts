/** The document that the tests of operations and steps change. */
import type { EditedDocument, EditedLayer } from "../../src/editor/document/edited-document.js";
import { findLayer } from "../../src/editor/document/layer-tree.js";
import { type Handle, HANDLES } from "../../src/editor/geometry/resize.js";

/** A card with a group, a row, a variable and a rotated layer. */
export const CARD: EditedDocument = {
  edition: 2,
  width: 1200,
  height: 630,
  background: "#0f172a",
  variables: [{ name: "headline", type: "string", default: "Hello" }],
  layers: [
    { id: "photo", name: "photo", type: "image", x: 700, y: 10, width: 400, height: 600, rotation: 3 },
    { id: "title", name: "title", type: "text", x: 72, y: 100, width: 600, height: 200, text: "{{ headline }}" },
    { id: "card", name: "card", type: "rectangle", x: 333, y: 322, width: 120, height: 100 },
    {
      id: "foot",
      name: "foot",
      type: "group",
      x: 72,
      y: 500,
      width: 600,
      height: 80,
      children: [
        { id: "author", name: "author", type: "text", x: 0, y: 0, width: 300, height: 40, text: "Ada" },
        { id: "date", name: "date", type: "text", x: 10, y: 40, width: 300, height: 40, text: "May" },
      ],
    },
    {
      id: "row",
      name: "row",
      type: "group",
      layout: "row",
      x: 100,
      y: 430,
      width: 300,
      height: 60,
      children: [
        { id: "first", name: "first", type: "rectangle", width: 60, height: 60 },
        { id: "second", name: "second", type: "rectangle", width: 60, height: 60 },
      ],
    },
  ],
};

export const layer = (document: EditedDocument, id: string): EditedLayer | undefined => findLayer(document, id)?.layer;
export const chosen = (...ids: readonly string[]): ReadonlySet<string> => new Set(ids);
export const NO_KEYS = { shift: false, alt: false, control: true };
export const handleAt = (x: Handle["x"], y: Handle["y"]): Handle => {
  const found = HANDLES.find((one) => one.x === x && one.y === y);
  if (found === undefined) throw new Error(`There is no handle at ${x}, ${y}.`);
  return found;
};
