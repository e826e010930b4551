import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { REQUIRE_BANNER } from "../../../lib/bundle-code.js";

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

  test("PNG and JPEG are encoded without the image codec library, WebP with it", async () => {
    // No native library is installed there.
    const folder = mkdtempSync(join(tmpdir(), "without-natives-"));
    const output = new URL("../../../core/rendering/output/", import.meta.url).pathname;
    const code = `
      import { encode } from "${output}encode.ts";
      const pixels = new Uint8Array(4 * 90 * 50).fill(255);
      const isEncoded = (format) =>
        encode({ width: 90, height: 50, pixels, isOpaque: true }, format).then((bytes) => bytes.length > 100, () => false);
      process.stdout.write(JSON.stringify(await Promise.all(["png", "jpg", "webp"].map(isEncoded))));
    `;
    await build({
      stdin: { contents: code, resolveDir: output, loader: "js" },
      bundle: true,
      platform: "node",
      format: "esm",
      external: ["@resvg/resvg-js"],
      banner: { js: REQUIRE_BANNER },
      outfile: join(folder, "encode.mjs"),
      logLevel: "silent",
    });
    const result = execFileSync(process.execPath, [join(folder, "encode.mjs")], { encoding: "utf8", env: {} });
    rmSync(folder, { recursive: true });
    expect(JSON.parse(result)).toEqual([true, true, false]);
  });
});
