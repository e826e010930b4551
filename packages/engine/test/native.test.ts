import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { REQUIRE_BANNER } from "../../../lib/bundle-code.js";
import { loadSharp } from "../src/shared/native.js";

describe("the bundle of a function that renders", () => {
  test("a bundle that renders imports no native library, because only require finds those of a Lambda layer", async () => {
    const { metafile } = await build({
      entryPoints: [new URL("../src/renderer/render-picture.ts", import.meta.url).pathname],
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

  test("the image codec library keeps no operations, because no operation occurs twice", async () => {
    const sharp = await loadSharp();
    expect(sharp.cache()).toMatchObject({ memory: { max: 0 }, files: { max: 0 }, items: { max: 0 } });
  });

  test("PNG and JPEG are encoded without the image codec library, WebP with it", async () => {
    // No native library is installed there.
    const folder = mkdtempSync(join(tmpdir(), "without-natives-"));
    const output = new URL("../src/encode/", import.meta.url).pathname;
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

describe("the rasterizer", () => {
  const PACKAGE = "@resvg/resvg-js";
  const NATIVE = `${PACKAGE}-linux-${process.arch}-gnu`;
  /** The source of a library that states its name and the type of its options. */
  const library = (name: string) =>
    `exports.Resvg = class { constructor(_, options) { this.is = "${name}, " + typeof options; } };`;

  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "rasterizers-"));
    await build({
      entryPoints: [new URL("../src/shared/native.ts", import.meta.url).pathname],
      bundle: true,
      platform: "node",
      format: "esm",
      external: ["./sharp-library.js"],
      outfile: join(folder, "native.mjs"),
      logLevel: "silent",
    });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function install(name: string, source: string): void {
    const path = join(folder, "node_modules", name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "index.js"), source);
  }

  /** Returns what a new process loads: the name of the library, or the message of an error. */
  function loaded(): string {
    const code = `
      import { loadResvg } from "./native.mjs";
      const load = () => new (loadResvg().Resvg)("<svg/>", { font: {} }).is;
      try { process.stdout.write(load()); } catch (error) { process.stdout.write(error.message); }
    `;
    writeFileSync(join(folder, "load.mjs"), code);
    return execFileSync(process.execPath, [join(folder, "load.mjs")], { encoding: "utf8", env: {} });
  }

  test("the native library of Linux is loaded without its package, and gets options as JSON", () => {
    install(NATIVE, library("native"));
    expect(loaded()).toBe("native, string");
  });

  test("the package is loaded if there is no native library of Linux, and gets options as an object", () => {
    install(PACKAGE, library("package"));
    expect(loaded()).toBe("package, object");
  });

  test("the package is loaded if the native library of Linux cannot be loaded", () => {
    install(NATIVE, 'throw new Error("GLIBC is too old");');
    install(PACKAGE, library("package"));
    expect(loaded()).toBe("package, object");
  });

  test("without both, the error names the package that is missing", () => {
    expect(loaded()).toContain(`Cannot find module '${PACKAGE}'`);
  });
});
