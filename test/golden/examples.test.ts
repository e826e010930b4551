import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { renderPicture, type PictureRequest } from "../../packages/engine/src/renderer/render-picture.js";
import { testContext } from "../../packages/engine/test/support.js";
import { expectGolden } from "./compare-picture.js";

const EXAMPLES = join(import.meta.dirname, "../../examples");
const names = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, "template.json")));

function readJson(name: string, file: string): unknown {
  return JSON.parse(readFileSync(join(EXAMPLES, name, file), "utf8"));
}

describe("starter templates", () => {
  test.each(names)("the starter %s matches its golden, without a warning", async (name) => {
    const request = readJson(name, "request.json") as PictureRequest;
    const picture = await renderPicture(readJson(name, "template.json"), request, testContext());
    expect(picture.warnings).toEqual([]);
    await expectGolden(name, picture.bytes, join(EXAMPLES, name, "expected.png"));
  });

  test.each(names)("the starter %s renders without a request and without a warning", async (name) => {
    const picture = await renderPicture(readJson(name, "template.json"), { scale: 0.25 }, testContext());
    expect(picture.warnings).toEqual([]);
  });

  test.each(names)("the template of the starter %s is smaller than 250 kB", (name) => {
    expect(readFileSync(join(EXAMPLES, name, "template.json")).length).toBeLessThan(250_000);
  });
});
