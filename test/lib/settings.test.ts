import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { readSettings, settingsSchema } from "../../lib/settings.js";
import { appWith } from "./app-with.js";

describe("readSettings", () => {
  test("the settings have safe defaults", () => {
    expect(readSettings(appWith())).toMatchObject({
      stageName: "prod",
      protectData: true,
      allowLoopbackTargets: false,
      viewerScheme: "https",
      nativeLayer: "target",
    });
  });

  test("a setting on the command line, which is text, overrides the setting in cdk.json", () => {
    const app = appWith({ settings: { renderTimeoutSeconds: 30, stageName: "test" }, renderTimeoutSeconds: "45" });
    expect(readSettings(app)).toMatchObject({ renderTimeoutSeconds: 45, stageName: "test" });
  });

  test("readSettings reports every unknown and malformed setting", () => {
    const app = appWith({ settings: { renderTimeout: 30, stageName: "a b", bulkConcurrency: 1 } });
    expect(() => readSettings(app)).toThrow(/renderTimeout/);
    expect(() => readSettings(app)).toThrow(/stageName/);
    expect(() => readSettings(app)).toThrow(/bulkConcurrency/);
  });

  test("readSettings refuses a reservation for the renderer that is smaller than what its queues use", () => {
    const app = appWith({ rendererReservedConcurrency: "53" });
    expect(() => readSettings(app)).toThrow(/rendererReservedConcurrency is 53.* 54 together\. Raise it to 54/);
    expect(readSettings(appWith({ rendererReservedConcurrency: "54" })).rendererReservedConcurrency).toBe(54);
  });

  test("readSettings refuses a dashboard whose metrics count lines that the log level leaves out", () => {
    expect(() => readSettings(appWith({ dashboard: "true", logLevel: "WARN" }))).toThrow(/logLevel is WARN.* INFO/);
    expect(readSettings(appWith({ dashboard: "true", logLevel: "DEBUG" })).dashboard).toBe(true);
  });

  test("readSettings refuses to delete pictures before they are archived", () => {
    expect(() => readSettings(appWith({ archiveAfterDays: 400 }))).toThrow(/deleteAfterDays/);
  });
});

test("the README has a row for each setting, except for those of a local run", () => {
  const [, table = ""] = readFileSync("README.md", "utf8").split("| setting | default | |");
  const [rows = ""] = table.split("\n\n");
  const names = [...rows.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = ""]) => [...cell.matchAll(/`(\w+)`/g)]);
  const inReadme = names.map(([, name]) => name);
  const local = ["nativeLayer", "allowLoopbackTargets", "viewerScheme"];
  expect([...inReadme, ...local].toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted());
});

describe("layers/native/package.json", () => {
  test("the native layer has the same package versions as the project", () => {
    const versions = (file: string) =>
      (JSON.parse(readFileSync(file, "utf8")) as { dependencies: Record<string, string> }).dependencies;
    const [layer, project] = [versions("layers/native/package.json"), versions("package.json")];
    expect(Object.keys(layer)).toHaveLength(2);
    for (const [name, version] of Object.entries(layer)) expect([name, project[name]]).toEqual([name, version]);
  });
});
