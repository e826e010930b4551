import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "@jest/globals";
import { build } from "esbuild";
import { createFontLibrary, createTextMeter } from "@image-render/engine";
import { importMeasuredSvg, type ImportedTemplate } from "@image-render/import-svg";
import { CANVA, ILLUSTRATOR, INKSCAPE } from "../../../test/cli/import-svg/designs.js";

const OPTIONS = {
  name: "design",
  imageFolder: "design-images",
  linked: (path: string) => path,
  editImage: (bytes: Uint8Array) => Promise.resolve(bytes),
};

/** The globals that browsers and Node.js share, as far as the importer needs them. */
const WEB = { TextEncoder, TextDecoder, atob, Uint8Array };

test("the importer runs without anything of Node.js, and creates the same templates", async () => {
  const { outputFiles } = await build({
    entryPoints: ["packages/import-svg/src/index.ts"],
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    globalName: "importer",
    logLevel: "silent",
  });
  const context = createContext({ ...WEB });
  runInContext(outputFiles[0]?.text ?? "", context);
  const { importer } = context as unknown as {
    readonly importer: { readonly importMeasuredSvg: typeof importMeasuredSvg };
  };
  const measure = await createTextMeter(createFontLibrary());
  const figma = readFileSync("examples/features/figma-card/design.svg", "utf8");
  for (const svg of [figma, ILLUSTRATOR, INKSCAPE, CANVA]) {
    const there = await importer.importMeasuredSvg(svg, { ...OPTIONS, measure });
    const here = await importMeasuredSvg(svg, { ...OPTIONS, measure });
    expect(plain(there)).toEqual(plain(here));
  }
});

/** Objects of another context have other prototypes. */
function plain({ document, files, notes }: ImportedTemplate): unknown {
  const contents = [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString("base64")]);
  return JSON.parse(JSON.stringify({ document, contents, notes })) as unknown;
}
