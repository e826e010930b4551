/**
 * Packs each package and installs it as another project does: in an empty folder, with the oldest Node that it promises and
 * the npm of that time. `npm run test:packages` runs it.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { EXAMPLE_PACKAGES, readmeProgram } from "../support/package-readme.js";

interface Manifest {
  readonly name: string;
  readonly engines: { readonly node: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

// Outside of the repository, whose packages would be found otherwise.
const folder = mkdtempSync(join(tmpdir(), "test-packages-"));
const tarballs = new Map<string, string>();

beforeAll(() => {
  for (const name of EXAMPLE_PACKAGES) {
    const args = ["run", "--silent", "pack", "--workspace", `packages/${name}`, "--", "--pack-destination", folder];
    execFileSync("npm", args, { stdio: "pipe" });
    const { name: fullName } = manifestOf(`packages/${name}`);
    const file = readdirSync(folder).find((file) => file.startsWith(`image-render-${name}-`)) ?? "";
    tarballs.set(fullName, join(folder, file));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(EXAMPLE_PACKAGES)("the tarball of packages/%s", (name) => {
  const project = join(folder, name);
  const tools = join(folder, `${name}-tools`);
  const manifest = manifestOf(`packages/${name}`);
  const oldestNode = manifest.engines.node.replace(">=", "");
  const run = (command: string, args: readonly string[]) => {
    const path = [join(tools, "node_modules/.bin"), "/usr/bin", "/bin"].join(delimiter);
    return spawnSync(command, args, { cwd: project, env: { ...ownEnvironment(), PATH: path }, encoding: "utf8" });
  };

  beforeAll(() => {
    execFileSync(".ci/install-node", [tools, oldestNode], { stdio: "pipe" });
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), '{ "private": true }\n');
  });

  test("npm installs it without a warning, with the oldest Node that the package promises", () => {
    expect(run("node", ["--version"]).stdout).toMatch(new RegExp(`^v${oldestNode}\\.`));
    expect(run("npm", ["--version"]).stdout.trim()).toBe("10.8.2");
    const ownTarballs = [manifest.name, ...Object.keys(manifest.dependencies ?? {})].flatMap(
      (wanted) => tarballs.get(wanted) ?? [],
    );
    const { status, stderr } = run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...ownTarballs]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("the examples in its README run as JavaScript", () => {
    writeFileSync(join(project, "example.mjs"), readmeProgram(name));
    const { status, stderr } = run("node", ["example.mjs"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("the examples in its README have no type errors", () => {
    writeFileSync(join(project, "example.mts"), readmeProgram(name));
    const tsc = resolve("node_modules/typescript/bin/tsc");
    const types = ["--types", "node", "--typeRoots", resolve("node_modules/@types")];
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", ...types];
    const { stdout } = spawnSync(process.execPath, [tsc, ...options, "example.mts"], {
      cwd: project,
      encoding: "utf8",
    });
    // Declarations of other packages have errors of their own.
    const isOthers = (line: string) => line.startsWith("node_modules/") && !line.includes("@image-render/");
    expect(stdout.split("\n").filter((line) => line !== "" && !isOthers(line))).toEqual([]);
  });

  test("what is installed has no TypeScript to run, no tool to run it and no other package of fonts", () => {
    const installed = join(project, "node_modules");
    expect(existsSync(join(installed, "@fontsource"))).toBe(false);
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
    expect(files.filter((file) => /(^|\/)tsx$/.test(file))).toEqual([]);
    const own = files.filter((file) => file.startsWith("@image-render/"));
    expect(own.filter((file) => /\.[mc]?tsx?$/.test(file) && !file.endsWith(".d.ts"))).toEqual([]);
    expect(own.filter((file) => file.endsWith(".js")).length).toBeGreaterThan(0);
  });

  test("its manifest has a license, exact versions of its dependencies, and nothing for development", () => {
    const packed = manifestOf(join(project, "node_modules", manifest.name));
    expect(packed).toMatchObject({ license: expect.stringContaining("MIT") as unknown, engines: manifest.engines });
    for (const key of ["private", "scripts", "devDependencies"]) expect(packed).not.toHaveProperty(key);
    expect(Object.values(packed.dependencies ?? {}).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    for (const file of ["LICENSE", "README.md"]) {
      expect(existsSync(join(project, "node_modules", manifest.name, file))).toBe(true);
    }
  });
});

function manifestOf(packageFolder: string): Manifest {
  return JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as Manifest;
}

/** The environment without the variables of the npm and the Node that run this test. */
function ownEnvironment(): Record<string, string | undefined> {
  const isOthers = (key: string) => /^(npm_|NODE_)/.test(key) && key !== "npm_config_registry";
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !isOthers(key)));
}
