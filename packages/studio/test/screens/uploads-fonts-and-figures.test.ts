import { describe, expect, test } from "@jest/globals";
import { distinct, FAMILIES, findFamilies } from "../../src/screens/fonts/families.js";
import { formatDollars } from "../../src/screens/operations/format-dollars.js";
import { pass } from "../support/clock.js";
import { openPage } from "../support/page.js";
import { failure } from "../support/service.js";
import { show } from "../support/shown-hooks.js";
import { usePage } from "../support/use-page.js";

// The modules read the address when they are loaded.
const first = openPage();
const { useSending } = await import("../../src/screens/uploads/use-sending.js");
const { readFigures } = await import("../../src/screens/operations/figures.js");
const { entryOf, forgetAll } = await import("../../src/service/resources.js");
first.close();

const current = usePage(forgetAll);

describe("files that are uploaded", () => {
  /** A storage that takes a file when a test says so. */
  function storage() {
    const ends: (() => void)[] = [];
    current.service.on("POST /uploads", ({ body }) => {
      const { filename } = body as { readonly filename: string };
      return { id: filename, method: "PUT", url: `https://storage.example.com/${filename}`, headers: {} };
    });
    current.service.on("PUT /{name}", () => new Promise((resolve) => ends.push(() => resolve(new Response(null)))));
    current.service.on("GET /uploads/{id}", () => ({ state: "ready" }));
    const end = async () => {
      ends.shift()?.();
      await pass(0);
    };
    return { end };
  }
  const file = (name: string) => new File(["bytes"], name);

  test("are sent one after another, and the list of uploads grows with each", async () => {
    const { end } = storage();
    const list = entryOf("uploads/list");
    let reads = 0;
    list.load = async () => ++reads;
    list.users = 1;
    const hook = await show(() => useSending());
    void hook.result.send([file("a.png"), file("b.ttf")]);
    await pass(0);
    expect(hook.result.running).toEqual(["a.png", "b.ttf"]);
    expect(current.service.calls()).toEqual(["POST /uploads", "PUT /a.png"]);
    expect(current.service.requests[0]?.body).toEqual({ contentType: "image/png", bytes: 5, filename: "a.png" });
    await end();
    expect([hook.result.running, reads]).toEqual([["b.ttf"], 1]);
    await end();
    expect([hook.result.running, reads]).toEqual([[], 2]);
    expect(hook.result.failed).toEqual([]);
  });

  test("that could not be sent are named with the reason, until others are sent", async () => {
    const { end } = storage();
    const hook = await show(() => useSending());
    void hook.result.send([file("notes.txt"), file("a.png")]);
    await pass(0);
    await end();
    expect(hook.result.failed.map(({ name }) => name)).toEqual(["notes.txt"]);
    current.service.on("POST /uploads", () => failure(409, "CONFLICT"));
    void hook.result.send([file("b.png"), file("c.png")]);
    await pass(0);
    expect(hook.result.running).toEqual([]);
    expect(hook.result.failed.map(({ name, error }) => [name, error.message])).toEqual([
      ["b.png", "The request failed with CONFLICT."],
      ["c.png", "The request failed with CONFLICT."],
    ]);
  });
});

describe("the built-in fonts", () => {
  const ALL = { text: "", style: "", script: "" };
  const names = (filter: Partial<typeof ALL>) =>
    findFamilies(
      [
        { family: "Inter", style: "sans serif", scripts: ["Latin", "Greek"], weights: "100–900" },
        { family: "Lora", style: "serif", scripts: ["Latin", "Cyrillic"], weights: "400–700" },
        { family: "Noto Sans Thai", style: "sans serif", scripts: ["Thai"], weights: "100–900" },
      ],
      { ...ALL, ...filter },
    ).map(({ family }) => family);

  test("are all shown without a filter", () => {
    expect(names({})).toEqual(["Inter", "Lora", "Noto Sans Thai"]);
    expect(FAMILIES.length).toBeGreaterThan(20);
  });

  test.each([
    [{ text: " LOR " }, ["Lora"]],
    [{ text: "serif" }, ["Inter", "Lora", "Noto Sans Thai"]],
    [{ text: "greek" }, ["Inter"]],
    [{ style: "serif" }, ["Lora"]],
    [{ script: "Latin" }, ["Inter", "Lora"]],
    [{ script: "Latin", style: "sans serif" }, ["Inter"]],
    [{ text: "inter", script: "Thai" }, []],
  ])("with the filter %o are %j", (filter, found) => {
    expect(names(filter)).toEqual(found);
  });

  test("have each style once in the filter, in the order of the list", () => {
    expect(distinct(["serif", "sans serif", "serif"])).toEqual(["serif", "sans serif"]);
  });
});

describe("the figures for the operator", () => {
  test.each([
    [0, "$0.00"],
    [0.00001, "< $0.0001"],
    [0.0001, "$0.0001"],
    [0.0123, "$0.0123"],
    [0.0999, "$0.0999"],
    [0.1, "$0.10"],
    [0.1234, "$0.12"],
    [1234.5, "$1,234.50"],
  ])("show %d dollars as %s", (amount, text) => {
    expect(formatDollars(amount)).toBe(text);
  });

  test("are read from the service", async () => {
    current.service.on("GET /operations", () => ({ alarms: [] }));
    expect(await readFigures(new AbortController().signal)).toEqual({ alarms: [] });
  });
});
