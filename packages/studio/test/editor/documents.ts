/** Documents for tests of the editor. */
import fc from "fast-check";
import type { EditedDocument, EditedLayer } from "../../src/editor/document/edited-document.js";

/** A card with a title, a photo, and a group of two texts. */
export const CARD: EditedDocument = {
  edition: 2,
  width: 1200,
  height: 630,
  background: "#0f172a",
  layers: [
    { id: "photo", name: "photo", type: "image", x: 700, y: 0, width: 500, height: 630 },
    { id: "title", name: "title", type: "text", x: 72, y: 100, width: 600, height: 200, text: "Title" },
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
        { id: "date", name: "date", type: "text", x: 0, y: 40, width: 300, height: 40, text: "May" },
      ],
    },
  ],
};

const place = fc.integer({ min: -200, max: 1400 });
const side = fc.integer({ min: 1, max: 800 });

/** Layers without IDs and names, which `numbered` adds. */
const shapes = fc.letrec<{ layer: Omit<EditedLayer, "id"> }>((tie) => ({
  layer: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constantFrom("rectangle", "text", "ellipse"), x: place, y: place, width: side, height: side }),
    fc.record({
      type: fc.constant("group"),
      x: place,
      y: place,
      width: side,
      height: side,
      children: fc.array(tie("layer"), { maxLength: 3 }) as unknown as fc.Arbitrary<readonly EditedLayer[]>,
    }),
  ),
}));

/** Any document with up to five outermost layers. */
export const documents: fc.Arbitrary<EditedDocument> = fc
  .array(shapes.layer, { minLength: 1, maxLength: 5 })
  .map((layers) => ({ edition: 2, width: 1200, height: 630, layers: numbered(layers, { last: 0 }) }));

function numbered(layers: readonly Omit<EditedLayer, "id">[], count: { last: number }): readonly EditedLayer[] {
  return layers.map((layer) => {
    const id = `layer-${++count.last}`;
    const children = layer["children"] as readonly EditedLayer[] | undefined;
    return {
      ...layer,
      id,
      name: id,
      ...(children !== undefined && { children: numbered(children, count) }),
    } as EditedLayer;
  });
}
