import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { renderPicture, type PictureRequest } from "../../core/rendering/render-picture.js";
import { testContext } from "../core/rendering/support.js";
import { expectGolden } from "./compare-picture.js";

const EXAMPLES = join(import.meta.dirname, "../../examples");
const names = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, "template.json")));

/** For a machine that is busy otherwise; nothing is measured. */
const PATIENCE_MS = 60_000;

function readJson(name: string, file: string): unknown {
  return JSON.parse(readFileSync(join(EXAMPLES, name, file), "utf8"));
}

describe("starter templates", () => {
  test.each(names)(
    "%s looks as it was approved, without a warning",
    async (name) => {
      const request = readJson(name, "request.json") as PictureRequest;
      const picture = await renderPicture(readJson(name, "template.json"), request, testContext());
      expect(picture.warnings).toEqual([]);
      await expectGolden(name, picture.bytes, join(EXAMPLES, name, "expected.png"));
    },
    PATIENCE_MS,
  );

  test.each(names)(
    "%s is complete without a request: its own texts and images make a picture",
    async (name) => {
      const picture = await renderPicture(readJson(name, "template.json"), { scale: 0.25 }, testContext());
      expect(picture.warnings).toEqual([]);
    },
    PATIENCE_MS,
  );

  test.each(names)("%s stays small enough to be stored and read at once", (name) => {
    expect(readFileSync(join(EXAMPLES, name, "template.json")).length).toBeLessThan(250_000);
  });
});
