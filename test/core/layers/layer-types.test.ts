import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { LAYERS } from "@image-render/engine/document";
import { findLayerTypes, LAYER_FOLDERS } from "./find-layer-types.js";

const types = new Set(LAYERS.all.map(({ definition }) => definition.type));

/**
 * The scan skips the folders of the layer types, the lists of their costs and of plain shapes, and `bench/engines`. Each file in
 * `bench/engines` translates a design into the input of its engine. For this engine that is a template document, which
 * is data. The importers of `irs`, the benchmark of expressions and the comparison of published cards make documents,
 * too. The files about masks name the shapes of masks, which are like some layer types. Groups draw all layers that are
 * painted as one, and only text layers can be measured. Variables and uploads have a type `image` of their own, diagrams
 * have texts, and the small pictures of the template format are documents.
 */
const EXCLUDED = [
  ...LAYER_FOLDERS,
  "bench/engines",
  "bench/expressions.ts",
  "bench/published-cards.ts",
  "cli/actions/import-svg.ts",
  "cli/local-files.ts",
  "core/uploads/open-upload.ts",
  "docs/pictures",
  "packages/engine/src/document/attributes/mask.ts",
  "packages/engine/src/document/attributes/read-scalar.ts",
  "packages/engine/src/document/attributes/variables.ts",
  "packages/engine/src/document/check-variable.ts",
  "packages/engine/src/document/image-variables.ts",
  "packages/engine/src/document/layer-schema.ts",
  "packages/engine/src/document/uploads-of.ts",
  "packages/engine/src/document/variable-json-schema.ts",
  "packages/engine/src/estimate/layer-costs.ts",
  "packages/engine/src/estimate/plain-shapes.ts",
  "packages/engine/src/layout/composite.ts",
  "packages/engine/src/paint/mask-outline.ts",
  "packages/engine/src/renderer/measure-text.ts",
  "site/builder/diagrams",
];

/** Every folder with sources of the product. The packages other than `engine` know no layer types. */
const FOLDERS = readdirSync(".", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(?:\.|cdk\.out|coverage|node_modules|packages|test)/.test(entry.name))
  .map(({ name }) => name)
  .concat("packages/engine/src");

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.(?:ts|mjs)$/.test(path) && !path.includes("node_modules"))
    .filter((path) => !EXCLUDED.some((excluded) => path === excluded || path.startsWith(`${excluded}/`)));
}

describe("the sources outside the folders of the layer types", () => {
  test("the scan reads the folders of the product", () => {
    expect(FOLDERS).toEqual(
      expect.arrayContaining(["aws", "bench", "cli", "core", "docs", "lambdas", "lib", "packages/engine/src"]),
    );
    expect(sourcesIn("core").length).toBeGreaterThan(200);
  });

  test.each(FOLDERS)(
    "no file in %s names a layer type: each asks for a capability of the registered type",
    (folder) => {
      const found = sourcesIn(folder).flatMap((path) =>
        findLayerTypes(path, readFileSync(path, "utf8"), types).map((place) => `${path}:${place}`),
      );
      expect(found).toEqual([]);
    },
  );
});

describe("the scan for layer types", () => {
  test.each([
    ["a comparison", `if (layer.type === "text") {}`],
    ["a comparison the other way round", `const is = "image" !== raw["type"];`],
    ["a comparison of a variable", `const is = layerType === "group";`],
    ["a switch", `switch (layer.type) { case "rectangle": break; }`],
    ["a layer as an object", `const layer = { ...place, type: "rectangle", width: 4 };`],
    ["a choice between two types", `const layer = { type: isRound ? "ellipse" : "rectangle" };`],
    ["a schema", `const schema = z.object({ type: z.literal("image") });`],
    ["an interface", `interface Resolved { readonly type: "group"; }`],
    ["a type", `type Text = Extract<Layer, { type: "text" }>;`],
    ["a list of types", `const PICTURES = new Set(["image", "svg"]);`],
    ["a union of types", `type Code = "qr" | "barcode";`],
    ["an object by type", `const paint = { text: paintText, image: paintImage };`],
    ["a look-up by type", `const { schema } = LAYERS.get("text");`],
    ["a type argument", `type Line = LayerOf<"line">;`],
    ["an import from a type's file", `import { textLayer } from "../document/layers/text.js";`],
    ["an import of a type's TypeScript type", `import { type ImageLayer } from "../document/layers/image.js";`],
  ])("finds %s", (_what, source) => {
    expect(findLayerTypes("packages/engine/src/x/y.ts", source, types)).toEqual([`1: ${source}`]);
  });

  test.each([
    ["an attribute with the name of a type", `const hasText = attributes.includes("text");`],
    ["the kind of an attribute", `const text = { kind: "text", label: "Text" };`],
    ["the name of a function", `const row = { method: "GET", servedBy: "image" };`],
    ["a media type", `if (type === "image/svg+xml") {}`],
    ["an XML element", `if (root.name === "svg") {}`],
    ["an import of a registry", `import { LAYERS } from "../document/layers/registry.js";`],
  ])("does not find %s", (_what, source) => {
    expect(findLayerTypes("packages/engine/src/x/y.ts", source, types)).toEqual([]);
  });
});
