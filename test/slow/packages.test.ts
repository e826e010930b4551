/**
 * Packs each package and installs it as another project does: in an empty folder, with the oldest Node.js that it promises
 * and npm 10.8.2. `npm run test:packages` runs it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { build } from "esbuild";
import sharp from "sharp";
import { expectGolden } from "../golden/compare-picture.js";
import { EXAMPLE_PACKAGES, readmeProgram } from "../support/package-readme.js";
import { consumerProject, packInto, readManifest } from "./consumer-project.js";

// Outside of the repository. Inside of it, Node.js would find the packages of the repository.
const root = mkdtempSync(join(tmpdir(), "test-packages-"));
const projects = EXAMPLE_PACKAGES.map((name) => ({ name, project: consumerProject(root, name) }));
/** By the full names of the packages. */
const tarballs = new Map<string, string>();

beforeAll(() => {
  for (const { name, project } of projects) {
    tarballs.set(project.manifest.name, packInto(root, name));
    project.prepare();
  }
});
afterAll(() => rmSync(root, { recursive: true }));

describe.each(projects)("the tarball of packages/$name", ({ name, project }) => {
  const { folder, manifest, oldestNode, run } = project;
  const installed = join(folder, "node_modules");

  test("npm installs it without a warning, with the oldest Node that the package promises", () => {
    expect(run("node", ["--version"]).stdout).toMatch(new RegExp(`^v${oldestNode}\\.`));
    expect(run("npm", ["--version"]).stdout.trim()).toBe("10.8.2");
    const own = [...withOwnDependencies(manifest.name)].flatMap((wanted) => tarballs.get(wanted) ?? []);
    const { status, stderr } = run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...own]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("the examples in its README run as JavaScript", () => {
    writeFileSync(join(folder, "example.mjs"), readmeProgram(name));
    const { status, stderr } = run("node", ["example.mjs"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("the examples in its README run as JavaScript with the Node that the project uses, too", () => {
    const { status, stderr } = spawnSync(process.execPath, ["example.mjs"], { cwd: folder, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("the examples in its README have no type errors", () => {
    writeFileSync(join(folder, "example.mts"), readmeProgram(name));
    const tsc = resolve("node_modules/typescript/bin/tsc");
    const types = ["--types", "node", "--typeRoots", resolve("node_modules/@types")];
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", ...types];
    const { stdout } = spawnSync(process.execPath, [tsc, ...options, "example.mts"], { cwd: folder, encoding: "utf8" });
    // Declarations of other packages have errors of their own.
    const isOthers = (line: string) => line.startsWith("node_modules/") && !line.includes("@image-render/");
    expect(stdout.split("\n").filter((line) => line !== "" && !isOthers(line))).toEqual([]);
  });

  test("what is installed has no TypeScript to run, no tool to run it and no other package of fonts", () => {
    expect(existsSync(join(installed, "@fontsource"))).toBe(false);
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
    expect(files.filter((file) => /(^|\/)tsx$/.test(file))).toEqual([]);
    const own = files.filter((file) => file.startsWith("@image-render/"));
    expect(own.filter((file) => /\.[mc]?tsx?$/.test(file) && !file.endsWith(".d.ts"))).toEqual([]);
    expect(own.filter((file) => file.endsWith(".js")).length).toBeGreaterThan(0);
  });

  test("its code imports only the packages that its manifest names, in exact versions", async () => {
    const packed = readManifest(join(installed, manifest.name));
    expect(packed).toMatchObject({ license: expect.stringContaining("MIT") as unknown, engines: manifest.engines });
    for (const key of ["private", "scripts", "devDependencies"]) expect(packed).not.toHaveProperty(key);
    const dependencies = packed.dependencies ?? {};
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    const dist = join(installed, manifest.name, "dist");
    const { metafile } = await build({
      entryPoints: readdirSync(dist).flatMap((file) => (file.endsWith(".js") ? join(dist, file) : [])),
      bundle: true,
      splitting: true,
      packages: "external",
      platform: "node",
      format: "esm",
      outdir: "unused",
      metafile: true,
      write: false,
    });
    const imports = Object.values(metafile.inputs).flatMap((file) => file.imports);
    const outside = imports.flatMap(({ path, external }) => (external === true && !isBuiltin(path) ? path : []));
    const nameOf = (path: string) => path.split("/", path.startsWith("@") ? 2 : 1).join("/");
    expect(outside.filter((path) => !(nameOf(path) in dependencies))).toEqual([]);
  });

  test("the license and the README are in it", () => {
    const files = readdirSync(join(installed, manifest.name));
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md"]));
  });
});

test("the executable of packages/mcp starts, and says what it needs", () => {
  const { run, folder } = consumerProject(root, "mcp");
  const { status, stderr } = run(join(folder, "node_modules/.bin/irs-mcp"), []);
  expect(status).toBe(2);
  expect(stderr).toMatch(/^irs-mcp: No service is given\. Set IRS_URL and IRS_API_KEY/);
});

describe("the engine from its tarball", () => {
  test.each(["scripts", "world-scripts", "emoji", "html", "barcode", "qr"])(
    "the installed packages draw the example %s like the sources",
    async (name) => {
      const feature = resolve("examples/features", name);
      const [bytes = Buffer.alloc(0)] = renderInstalled(join(feature, "template.json"), ["png"]);
      await expectGolden(`packed-${name}`, bytes, join(feature, "expected.png"));
    },
  );

  test("a picture is encoded in each format", async () => {
    const pictures = renderInstalled(resolve("examples/features/emoji/template.json"), ["png", "jpg", "webp", "avif"]);
    const found = await Promise.all(pictures.map(async (bytes) => await sharp(bytes).metadata()));
    expect(found.map(({ format, width, height }) => `${format} ${width} × ${height}`)).toEqual([
      "png 960 × 380",
      "jpeg 960 × 380",
      "webp 960 × 380",
      "heif 960 × 380",
    ]);
  });
});

/** Returns the names of a package and of all packages of this repository that it needs, directly or through others. */
function withOwnDependencies(name: string, found = new Set<string>()): Set<string> {
  const project = projects.find(({ project }) => project.manifest.name === name)?.project;
  if (project === undefined || found.has(name)) return found;
  found.add(name);
  for (const needed of Object.keys(project.manifest.dependencies ?? {})) withOwnDependencies(needed, found);
  return found;
}

/** Renders a document with the engine that an earlier test has installed. */
function renderInstalled(document: string, formats: readonly string[]): Buffer[] {
  const program = `
    import { readFileSync, writeFileSync } from "node:fs";
    import { createRenderer } from "@image-render/engine";
    const [file, ...formats] = process.argv.slice(2);
    const renderer = createRenderer();
    for (const format of formats) {
      const { bytes, warnings } = await renderer.render(JSON.parse(readFileSync(file, "utf8")), { format });
      if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
      writeFileSync("picture." + format, bytes);
    }
    await renderer.close();
  `;
  const { run, folder } = consumerProject(root, "engine");
  writeFileSync(join(folder, "render.mjs"), program);
  const { status, stderr } = run("node", ["render.mjs", document, ...formats]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return formats.map((format) => readFileSync(join(folder, `picture.${format}`)));
}
