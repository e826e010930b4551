import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { CARD, makeFolder } from "../support.js";
import { NEWS, pretty, readManifest, readTemplate, Stage, WIDE } from "./templates-support.js";

// Small pages, so that every command has to go through several.
const stage = new Stage({ pageSize: 2 });

describe("irs templates pull", () => {
  test("writes one pure document a file, keys as authored, and the manifest beside them", async () => {
    stage.server.projects.push(NEWS);
    const own = { ...CARD, description: "Its own" };
    const first = stage.server.add("Zebra ÄÖ/ü!", [WIDE, own], { description: "Its own" });
    const second = stage.server.add("Irs", [CARD], { description: "Told apart", projectId: NEWS.id });
    const folder = makeFolder({});
    expect(await stage.irs(folder, "pull")).toMatchObject({
      code: 0,
      errors: "",
      text: "templates/irs-2.json  written, version 1\ntemplates/zebra-ao-u.json  written, version 2\n",
    });
    expect(readTemplate(folder, "zebra-ao-u.json")).toBe(pretty(own));
    expect(readTemplate(folder, "irs.json")).toBe(
      pretty({
        templates: [
          {
            file: "irs-2.json",
            name: "Irs",
            description: "Told apart",
            project: "News",
            ids: { [stage.server.baseUrl]: second.id },
          },
          { file: "zebra-ao-u.json", name: "Zebra ÄÖ/ü!", ids: { [stage.server.baseUrl]: first.id } },
        ],
      }),
    );
    stage.server.requests.length = 0;
    expect((await stage.irs(folder, "push")).text).toMatch(/^(templates\/\S+ {2}unchanged, version \d\n){2}$/);
    expect(await stage.irs(folder, "diff")).toMatchObject({ code: 0, text: "" });
    expect(stage.changes()).toEqual([]);
  });

  test("goes through all pages", async () => {
    for (let index = 0; index < 5; index++) stage.server.add(`Card ${index}`, [CARD]);
    const { text } = await stage.irs(makeFolder({}), "list");
    expect(text.split("\n")).toHaveLength(6);
  });

  test("updates a file that is an earlier version, and leaves one that says the same as it is written", async () => {
    stage.server.add("a", [CARD, { ...CARD, height: 7 }, WIDE]);
    stage.server.add("b", [CARD]);
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(CARD).reverse()));
    const folder = makeFolder({ "templates/a.json": CARD, "templates/b.json": reordered });
    expect((await stage.irs(folder, "pull")).text).toBe(
      "templates/a.json  updated, version 3\ntemplates/b.json  unchanged, version 1\n",
    );
    expect(readTemplate(folder, "a.json")).toBe(pretty(WIDE));
    expect(readTemplate(folder, "b.json")).toBe(reordered);
  });

  test("writes nothing at all while a file holds changes that the workspace never had, unless by --force", async () => {
    stage.server.add("a", [CARD]);
    stage.server.add("b", [CARD, WIDE]);
    const mine = { ...CARD, height: 99 };
    const folder = makeFolder({ "templates/a.json": CARD, "templates/b.json": mine });
    const { code, text, errors } = await stage.irs(folder, "pull");
    expect({ code, text }).toEqual({ code: 1, text: "" });
    expect(errors).toBe(
      'templates/b.json fault It has changes that no version of "b" has (2 is the highest). Push them, or give them up by --force.\n' +
        "Nothing was written.\n",
    );
    expect(readTemplate(folder, "b.json")).toBe(JSON.stringify(mine, null, 2));
    expect(existsSync(join(folder, "templates/irs.json"))).toBe(false);
    expect((await stage.irs(folder, "pull", "--force")).text).toContain("templates/b.json  updated, version 2\n");
    expect(readTemplate(folder, "b.json")).toBe(pretty(WIDE));
  });

  test("never takes a broken file for one without changes", async () => {
    stage.server.add("a", [CARD]);
    const folder = makeFolder({ "templates/a.json": "{ half a thought" });
    const { code, errors } = await stage.irs(folder, "pull");
    expect(code).toBe(1);
    expect(errors).toContain("templates/a.json fault It cannot be read as a document");
    expect(readTemplate(folder, "a.json")).toBe("{ half a thought");
  });

  test("takes over a new name in the workspace, says so, and keeps the file's", async () => {
    const stored = stage.server.add("Old", [CARD]);
    const folder = makeFolder({});
    await stage.irs(folder, "pull");
    stored.name = "New";
    expect((await stage.irs(folder, "pull")).text).toBe(
      'templates/old.json  unchanged, version 1; name was "Old", is "New"\n',
    );
    expect(readManifest(folder).templates).toMatchObject([{ file: "old.json", name: "New" }]);
  });

  test("leaves templates that are gone from the workspace, and says so", async () => {
    const folder = makeFolder({ "templates/card.json": CARD });
    await stage.irs(folder, "push");
    stage.server.templates.length = 0;
    const { code, errors } = await stage.irs(folder, "pull");
    expect({ code, errors }).toEqual({
      code: 0,
      errors: "templates/card.json is not in the workspace; it is left as it is.\n",
    });
    expect(readManifest(folder).templates).toHaveLength(1);
  });

  test.each([["pull"], ["diff"]])("never guesses which of two templates of one name is meant (%s)", async (command) => {
    stage.server.add("card", [CARD]);
    stage.server.add("card", [WIDE]);
    const templates = [{ file: "card.json", name: "card" }];
    const folder = makeFolder({ "templates/card.json": CARD, "templates/irs.json": { templates } });
    const { code, errors } = await stage.irs(folder, command);
    expect(code).toBe(1);
    expect(errors).toContain('templates/card.json fault Several templates are called "card"');
  });

  test("fetches only the templates that are named, by file, name or id", async () => {
    const stored = stage.server.add("First card", [CARD]);
    stage.server.add("Second card", [CARD]);
    const folder = makeFolder({});
    expect((await stage.irs(folder, "pull", "First card")).text).toBe(
      "templates/first-card.json  written, version 1\n",
    );
    for (const operand of [stored.id, "templates/first-card.json"]) {
      expect((await stage.irs(folder, "pull", operand)).text).toBe("templates/first-card.json  unchanged, version 1\n");
    }
    expect(await stage.irs(folder, "pull", "Third card")).toMatchObject({ code: 2 });
  });
});

describe("irs templates diff", () => {
  test("shows the workspace's lines and the folder's, and ends with 1", async () => {
    stage.server.add("card", [CARD]);
    const layers = CARD.layers.map((layer) => ({ ...layer, x: layer.id === "p" ? 12 : layer.x }));
    const reordered = Object.fromEntries(Object.entries({ ...CARD, layers }).reverse());
    const { code, text } = await stage.irs(makeFolder({ "templates/card.json": reordered }), "diff");
    expect(code).toBe(1);
    expect(text.split("\n").slice(0, 2)).toEqual(["--- card, version 1", "+++ templates/card.json"]);
    expect(text.split("\n").filter((line) => /^[-+] /.test(line))).toEqual(['-      "x": 10,', '+      "x": 12,']);
  });

  test("tells a change inside of a picture, without the picture", async () => {
    const withPicture = (bytes: string) => {
      const image_url = `data:image/png;base64,${bytes}`;
      return { ...CARD, layers: [{ id: "i", type: "image", x: 0, y: 0, width: 9, height: 9, image_url }] };
    };
    stage.server.add("card", [withPicture("A".repeat(4000))]);
    const local = withPicture(`${"A".repeat(3996)}BBBB`);
    const { code, text } = await stage.irs(makeFolder({ "templates/card.json": local }), "diff");
    expect(code).toBe(1);
    const changed = text.split("\n").filter((line) => /^[-+] /.test(line));
    expect(changed).toHaveLength(2);
    expect(new Set(changed.map((line) => line.slice(1))).size).toBe(2);
    expect(text.length).toBeLessThan(2000);
  });

  test("tells other names and descriptions, and templates of one side only", async () => {
    const stored = stage.server.add("Old", [CARD], { description: "Before" });
    stage.server.add("There only", [CARD]);
    const entry = { file: "card.json", name: "New", description: "After", ids: { [stage.server.baseUrl]: stored.id } };
    const missing = { file: "lost.json", name: "Lost", ids: {} };
    const folder = makeFolder({
      "templates/card.json": CARD,
      "templates/here-only.json": CARD,
      "templates/irs.json": { templates: [entry, missing] },
    });
    expect(await stage.irs(folder, "diff")).toMatchObject({
      code: 1,
      text: [
        "--- Old, version 1",
        "+++ templates/card.json",
        '-name: "Old"',
        '+name: "New"',
        '-description: "Before"',
        '+description: "After"',
        "templates/lost.json is missing; the workspace has no such template either.",
        'templates/here-only.json is not in the workspace; "push" creates it.',
        '"There only" is in the workspace only; "pull" fetches it.',
        "",
      ].join("\n"),
    });
    expect(stage.changes()).toEqual([]);
  });
});

describe("irs templates validate", () => {
  test("checks the folder without a service", async () => {
    const folder = makeFolder({ "templates/a.json": CARD, "templates/b.json": { ...CARD, width: 0 } });
    const { code, text, errors } = await stage.irs(folder, "validate");
    expect({ code, text, errors }).toEqual({
      code: 1,
      text: "templates/a.json  no fault\n",
      errors: "templates/b.json:2:3 fault width: It must be at least 1.\n",
    });
    expect(await stage.irs(folder, "validate", "templates/a.json")).toMatchObject({ code: 0 });
    expect(stage.server.requests).toEqual([]);
  });
});

describe("irs templates list", () => {
  test("shows id, version, day, project and name", async () => {
    stage.server.projects.push(NEWS);
    const plain = stage.server.add("Card", [CARD, WIDE]);
    const other = stage.server.add("Quote", [CARD], { projectId: NEWS.id });
    const folder = makeFolder({});
    expect((await stage.irs(folder, "list")).text).toBe(
      `${plain.id}  v2  2026-11-20  -     Card\n${other.id}  v1  2026-11-20  News  Quote\n`,
    );
    const { text } = await stage.irs(folder, "list", "--project", "News", "--json");
    expect(JSON.parse(text)).toMatchObject([{ id: other.id, projectName: "News" }]);
  });
});
