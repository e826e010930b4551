import { readdirSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { CARD, makeFolder, makePng, run } from "../support.js";

describe("irs validate", () => {
  test("says of each file whether it has faults, and exits with 1 if any has", async () => {
    const folder = makeFolder({ "good.json": CARD, "bad.json": { ...CARD, width: 0 } });
    const { code, text, errors } = await run(folder, "validate", "good.json", "bad.json");
    expect({ code, text }).toEqual({ code: 1, text: "good.json  no fault\n" });
    expect(errors).toBe("bad.json:2:3 fault width: It must be at least 1.\n");
  });

  test("draws nothing", async () => {
    const folder = makeFolder({ "good.json": CARD });
    expect(await run(folder, "validate", "good.json")).toMatchObject({ code: 0, errors: "" });
    expect(readdirSync(folder)).toEqual(["good.json"]);
  });

  test("tells a program the place of each fault", async () => {
    const folder = makeFolder({ "good.json": CARD, "bad.json": { ...CARD, width: 0 } });
    const { code, text } = await run(folder, "validate", "good.json", "bad.json", "--json");
    const fault = { file: "bad.json", path: "width", line: 2, column: 3, message: "It must be at least 1." };
    expect(code).toBe(1);
    expect(JSON.parse(text)).toEqual({
      ok: false,
      files: [
        { file: "good.json", ok: true, localImages: 0, faults: [] },
        { file: "bad.json", ok: false, localImages: 0, faults: [fault] },
      ],
    });
  });

  test("checks a request against its template", async () => {
    const folder = makeFolder({ "card.json": CARD, "request.json": { layers: { title: { text: "Hi" } } } });
    const { code, errors } = await run(folder, "validate", "card.json", "--data", "request.json");
    expect(code).toBe(1);
    expect(errors).toMatch(/^request\.json:3:5 fault layers\.title: There is no layer "title" in this template\./);
  });

  test("reminds of local images, which a service does not find", async () => {
    const layers = [{ id: "i", type: "image", x: 0, y: 0, width: 9, height: 9, image_url: "dot.png" }];
    const folder = makeFolder({ "card.json": { width: 9, height: 9, layers }, "dot.png": await makePng("#000000") });
    const { code, text } = await run(folder, "validate", "card.json");
    expect({ code, text }).toEqual({ code: 0, text: "card.json  no fault, but 1 image file to upload first\n" });
  });

  test.each([[["validate"]], [["validate", "a.json", "b.json", "-d", "c.json"]]])(
    "refuses the command line %j",
    async (argv) => {
      expect(await run(makeFolder({}), ...argv)).toMatchObject({ code: 2 });
    },
  );
});

describe("irs", () => {
  test("lists its commands when it is called without one", async () => {
    const { code, errors } = await run(makeFolder({}));
    expect(code).toBe(2);
    expect(errors).toMatch(/render[\s\S]*validate/);
  });

  test.each([[["help", "render"]], [["render", "--help"]], [["render", "card.json", "-h"]]])(
    "answers %j with the help of the command, and does nothing else",
    async (argv) => {
      const { code, text } = await run(makeFolder({}), ...argv);
      expect(code).toBe(0);
      expect(text).toContain("Usage: irs render TEMPLATE.json [options]");
    },
  );

  test("tells its version", async () => {
    expect((await run(makeFolder({}), "--version")).text).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test("guesses a misspelt command", async () => {
    const { code, errors } = await run(makeFolder({}), "redner", "card.json");
    expect({ code, errors }).toMatchObject({ code: 2 });
    expect(errors).toContain('There is no command redner. Did you mean "render"?');
  });
});
