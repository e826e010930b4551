import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { type Change, compileErrors, edited, runChanged } from "../support/changed-sources.js";

const ENGINE = "packages/engine/src";

/** A format for tests: binary PPM, the raw pixels behind a line with the size. */
const FACTS = `
  import type { Format } from "./format.js";
  export const ppm = {
    name: "ppm",
    aliases: ["pnm"],
    contentType: "image/x-portable-pixmap",
    isTransparent: false,
    maxSidePx: 5000,
    needsSharp: false,
    encoderBytes: { opaque: 3, translucent: 3 },
    estimatedBytes: { opaque: 3, translucent: 3 },
    pixelNs: { plain: 5, photo: 5 },
  } as const satisfies Format;`;
const ENCODER = `
  import type { Encoder } from "./encoder.js";
  export const encodeAsPpm: Encoder = ({ width, height, pixels }) => {
    const head = Buffer.from(\`P6 \${width} \${height} 255\\n\`);
    const body = Buffer.alloc(width * height * 3);
    const rgba = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
    for (let at = 0; at < width * height; at += 1) body.set(rgba.subarray(at * 4, at * 4 + 3), at * 3);
    return Buffer.concat([head, body]);
  };`;

const FACTS_ONLY: Change = {
  [`${ENGINE}/formats/ppm.ts`]: FACTS,
  [`${ENGINE}/formats/registry.ts`]: edited(
    `${ENGINE}/formats/registry.ts`,
    ['import { png } from "./png.js";', 'import { png } from "./png.js";\nimport { ppm } from "./ppm.js";'],
    ['"avif", "pdf"]', '"avif", "pdf", "ppm"]'],
    ["{ png, jpg, webp, avif, pdf }", "{ png, jpg, webp, avif, pdf, ppm }"],
  ),
};
const COMPLETE: Change = {
  ...FACTS_ONLY,
  [`${ENGINE}/encode/ppm.ts`]: ENCODER,
  [`${ENGINE}/encode/encode.ts`]: edited(
    `${ENGINE}/encode/encode.ts`,
    [
      'import { encodeAsPng } from "./png.js";',
      'import { encodeAsPng } from "./png.js";\nimport { encodeAsPpm } from "./ppm.js";',
    ],
    ["avif: encodeAsAvif,", "avif: encodeAsAvif,\n  ppm: encodeAsPpm,"],
  ),
  "core/billing/price.ts": edited("core/billing/price.ts", ["pdf: 1 }", "pdf: 1, ppm: 3 }"]),
};
/** The files that have a row for each format, besides the list. */
const TYPED = ["core/billing/price.ts", `${ENGINE}/encode/encode.ts`];

const PROGRAM = `
  import { createFontLibrary, Renderer } from "@image-render/engine";
  import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
  import { checkOutput } from "@image-render/engine/document";
  import { createRenderSchema } from "./core/contract/render-request.js";
  import { openApiDocument } from "./docs/openapi/openapi-document.js";
  import { DEFAULT_PLANS } from "./core/contract/plans.js";
  import { priceOf } from "./core/billing/price.js";
  import { addRenderCommand } from "./cli/commands/render.js";
  import { Command } from "commander";

  export default async function run() {
    const loadImage = async () => { throw new Error("The document has no images."); };
    const renderer = new Renderer({ fonts: createFontLibrary(), limits: DEFAULT_RENDER_LIMITS, loadImage });
    const document = { width: 4, height: 2, background: "#ff8000", layers: [] };
    const { bytes } = await renderer.render(document, { layers: {}, format: "ppm" }, { version: "throw-away" });
    const output = { format: "ppm", scale: 1, transparent: true };
    const program = new Command();
    addRenderCommand(program, async () => undefined);
    const { paths, components } = openApiDocument();
    return {
      picture: Buffer.from(bytes).toString("latin1"),
      issues: checkOutput({ width: 6000, height: 10 }, output).map(({ message }) => message),
      alias: createRenderSchema.parse({ template: "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50", format: "pnm" }).format,
      fieldTexts: ["format", "transparent"].map((name) => components.schemas.CreateRender.properties[name].description),
      media: Object.keys(paths["/api/v1/renders/{id}/image"].get.responses[200].content),
      plan: DEFAULT_PLANS.team.formats,
      price: priceOf("ppm"),
      help: program.commands[0].helpInformation().replace(/\\s+/g, " "),
    };
  }
`;

const SOURCES = ["core", "aws", "lambdas", "lib", "cli", "docs", ENGINE, "packages/studio/src", "packages/mcp/src"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`))
  .filter((path) => /\.tsx?$/.test(path));
/** A list of the formats, or a table with a row for each. */
const LISTS_FORMATS = /"jpg"[^;]{0,80}"avif"|\bpng: [^;]{0,200}\bavif:/;
/** The types of the images that people upload. */
const UPLOADS = ["core/uploads/open-upload-file.ts", "packages/studio/src/service/upload-types.ts"];

describe("a new output format", () => {
  test("only the facts, the encoders and the prices have a row for each format", () => {
    const withRows = SOURCES.filter((path) => LISTS_FORMATS.test(readFileSync(path, "utf8")));
    const registry = ["core/billing/price.ts", `${ENGINE}/encode/encode.ts`, `${ENGINE}/formats/registry.ts`];
    expect(withRows.toSorted()).toEqual([...registry, ...UPLOADS].toSorted());
  });

  test("the compiler asks for the encoder and the price of a format that has only facts", () => {
    const [missing, complete] = compileErrors(TYPED, [FACTS_ONLY, COMPLETE]);
    expect(missing).toEqual(TYPED.map((file) => expect.stringMatching(`^${file}: Property 'ppm' is missing `)));
    expect(complete).toEqual([]);
  });

  test("a new format is drawn, billed, checked, and named in every text, without any other change", async () => {
    const orange = "\u00ff\u0080\u0000";
    expect(await runChanged(PROGRAM, COMPLETE)).toEqual({
      picture: `P6 4 2 255\n${orange.repeat(8)}`,
      issues: [
        "A ppm cannot be transparent. Use png, webp, avif or pdf.",
        "At this scale the picture is 6000 × 10 pixels; a side of a ppm has at most 5000. Use png, jpg or pdf.",
      ],
      alias: "ppm",
      fieldTexts: [
        expect.stringContaining("`pnm` is an alias of `ppm`."),
        expect.stringContaining("Not for jpg or ppm."),
      ],
      media: ["image/png", "image/jpeg", "image/webp", "image/avif", "application/pdf", "image/x-portable-pixmap"],
      plan: ["png", "jpg", "webp", "avif", "pdf", "ppm"],
      price: 3,
      help: expect.stringMatching(/png, jpg, webp, avif, pdf or ppm\..* Not for jpg or ppm\./),
    });
  });
});
