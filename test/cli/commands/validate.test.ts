import { readdirSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { CARD, makeFolder, makePng, run } from "../support.js";

describe("irs validate", () => {
  test("validate prints a result for each file, and exits with 1 if one is invalid", async () => {
    const folder = makeFolder({ "good.json": CARD, "bad.json": { ...CARD, width: 0 } });
    const { code, text, errors } = await run(folder, "validate", "good.json", "bad.json");
    expect({ code, text }).toEqual({ code: 1, text: "good.json  valid\n" });
    expect(errors).toBe("bad.json:2:3 error width: It must be at least 1.\n");
  });

  test("validate writes no picture", async () => {
    const folder = makeFolder({ "good.json": CARD });
    expect(await run(folder, "validate", "good.json")).toMatchObject({ code: 0, errors: "" });
    expect(readdirSync(folder)).toEqual(["good.json"]);
  });

  test("--json prints the place of each issue for programs", async () => {
    const folder = makeFolder({ "good.json": CARD, "bad.json": { ...CARD, width: 0 } });
    const { code, text } = await run(folder, "validate", "good.json", "bad.json", "--json");
    const issue = { file: "bad.json", path: "width", line: 2, column: 3, message: "It must be at least 1." };
    expect(code).toBe(1);
    expect(JSON.parse(text)).toEqual({
      ok: false,
      files: [
        { file: "good.json", ok: true, localImages: 0, issues: [] },
        { file: "bad.json", ok: false, localImages: 0, issues: [issue] },
      ],
    });
  });

  test("--data checks a request against the template", async () => {
    const folder = makeFolder({ "card.json": CARD, "request.json": { layers: { title: { text: "Hi" } } } });
    const { code, errors } = await run(folder, "validate", "card.json", "--data", "request.json");
    expect(code).toBe(1);
    expect(errors).toMatch(/^request\.json:3:5 error layers\.title: There is no layer "title" in this template\./);
  });

  test("validate counts local images, which the service cannot read", async () => {
    const layers = [{ id: "i", type: "image", x: 0, y: 0, width: 9, height: 9, image_url: "dot.png" }];
    const folder = makeFolder({ "card.json": { width: 9, height: 9, layers }, "dot.png": await makePng("#000000") });
    const { code, text } = await run(folder, "validate", "card.json");
    expect({ code, text }).toEqual({
      code: 0,
      text: "card.json  valid, with 1 local image file to upload first\n",
    });
  });

  test.each([
    [["validate"], "Missing required argument 'template'"],
    [["validate", "a.json", "b.json", "-d", "c.json"], "Give one template only."],
  ])("%j exits with 2 because the command line is wrong", async (argv, message) => {
    const { code, errors } = await run(makeFolder({}), ...argv);
    expect(code).toBe(2);
    expect(errors).toContain(message);
  });
});
