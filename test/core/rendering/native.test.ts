import { isBuiltin } from "node:module";
import { describe, expect, test } from "@jest/globals";
import { build } from "esbuild";

describe("the renderer in a function's bundle", () => {
  test("imports no native library: only require finds those of a Lambda layer", async () => {
    const { metafile } = await build({
      entryPoints: [new URL("../../../core/rendering/render-picture.ts", import.meta.url).pathname],
      bundle: true,
      platform: "node",
      format: "esm",
      external: ["sharp", "@resvg/resvg-js"],
      metafile: true,
      write: false,
      logLevel: "silent",
    });
    const outside = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
    expect(outside.filter((path) => !isBuiltin(path))).toEqual([]);
  });
});
