import { isBuiltin } from "node:module";
import { describe, expect, test } from "@jest/globals";
import { build } from "esbuild";

describe("the bundle of a function that renders", () => {
  test("a bundle that renders imports no native library, because only require finds those of a Lambda layer", async () => {
    const { metafile } = await build({
      entryPoints: [new URL("../../../core/rendering/render-picture.ts", import.meta.url).pathname],
      bundle: true,
      platform: "node",
      format: "esm",
      external: ["@resvg/resvg-js"],
      metafile: true,
      write: false,
      logLevel: "silent",
    });
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    const outside = imports.filter(({ path, kind }) => kind !== "require-call" && !isBuiltin(path));
    expect(outside.map(({ path }) => path)).toEqual([]);
  });
});
