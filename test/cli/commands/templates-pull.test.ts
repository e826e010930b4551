import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { CARD, makeFolder } from "../support.js";
import { NEWS, pretty, readManifest, readTemplate, TemplatesFixture, WIDE } from "./templates-support.js";

// Small pages, so that every command reads several.
const fixture = new TemplatesFixture({ pageSize: 2 });

describe("irs templates pull", () => {
  test("pull writes one document per file, with the keys in their order, and the manifest", async () => {
    fixture.server.projects.push(NEWS);
    const own = { ...CARD, description: "Its own" };
    const first = fixture.server.add("Zebra ÄÖ/ü!", [WIDE, own], { description: "Its own" });
    const second = fixture.server.add("Irs", [CARD], { description: "Not irs.json", projectId: NEWS.id });
    const folder = makeFolder({});
    expect(await fixture.irs(folder, "pull")).toMatchObject({
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
            description: "Not irs.json",
            project: "News",
            ids: { [fixture.server.baseUrl]: second.id },
          },
          { file: "zebra-ao-u.json", name: "Zebra ÄÖ/ü!", ids: { [fixture.server.baseUrl]: first.id } },
        ],
      }),
    );
    fixture.server.requests.length = 0;
    expect((await fixture.irs(folder, "push")).text).toMatch(/^(templates\/\S+ {2}unchanged, version \d\n){2}$/);
    expect(await fixture.irs(folder, "diff")).toMatchObject({ code: 0, text: "" });
    expect(fixture.writes()).toEqual([]);
  });

  test("list reads all pages", async () => {
    for (let index = 0; index < 5; index++) fixture.server.add(`Card ${index}`, [CARD]);
    const { text } = await fixture.irs(makeFolder({}), "list");
    expect(text.split("\n")).toHaveLength(6);
  });

  test("pull updates a file with an earlier version, and keeps the format of an unchanged file", async () => {
    fixture.server.add("a", [CARD, { ...CARD, height: 7 }, WIDE]);
    fixture.server.add("b", [CARD]);
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(CARD).reverse()));
    const folder = makeFolder({ "templates/a.json": CARD, "templates/b.json": reordered });
    expect((await fixture.irs(folder, "pull")).text).toBe(
      "templates/a.json  updated, version 3\ntemplates/b.json  unchanged, version 1\n",
    );
    expect(readTemplate(folder, "a.json")).toBe(pretty(WIDE));
    expect(readTemplate(folder, "b.json")).toBe(reordered);
  });

  test("pull without --force writes nothing if a file has changes that the workspace never had", async () => {
    fixture.server.add("a", [CARD]);
    fixture.server.add("b", [CARD, WIDE]);
    const mine = { ...CARD, height: 99 };
    const folder = makeFolder({ "templates/a.json": CARD, "templates/b.json": mine });
    const { code, text, errors } = await fixture.irs(folder, "pull");
    expect({ code, text }).toEqual({ code: 1, text: "" });
    expect(errors).toBe(
      'templates/b.json error The file has changes that no version of "b" has. The latest is version 2. Push the changes, or overwrite them with --force.\n' +
        "Nothing was written.\n",
    );
    expect(readTemplate(folder, "b.json")).toBe(JSON.stringify(mine, null, 2));
    expect(existsSync(join(folder, "templates/irs.json"))).toBe(false);
    expect((await fixture.irs(folder, "pull", "--force")).text).toContain("templates/b.json  updated, version 2\n");
    expect(readTemplate(folder, "b.json")).toBe(pretty(WIDE));
  });

  test("pull does not overwrite a file that is not JSON", async () => {
    fixture.server.add("a", [CARD]);
    const folder = makeFolder({ "templates/a.json": "{ half a thought" });
    const { code, errors } = await fixture.irs(folder, "pull");
    expect(code).toBe(1);
    expect(errors).toContain("templates/a.json error The file is not a template document");
    expect(readTemplate(folder, "a.json")).toBe("{ half a thought");
  });

  test("pull adopts a new name from the workspace, prints the change, and keeps the file name", async () => {
    const stored = fixture.server.add("Old", [CARD]);
    const folder = makeFolder({});
    await fixture.irs(folder, "pull");
    stored.name = "New";
    expect((await fixture.irs(folder, "pull")).text).toBe(
      'templates/old.json  unchanged, version 1; name changed from "Old" to "New"\n',
    );
    expect(readManifest(folder).templates).toMatchObject([{ file: "old.json", name: "New" }]);
  });

  test("pull keeps the files of templates that are no longer in the workspace, and prints them", async () => {
    const folder = makeFolder({ "templates/card.json": CARD });
    await fixture.irs(folder, "push");
    fixture.server.templates.length = 0;
    const { code, errors } = await fixture.irs(folder, "pull");
    expect({ code, errors }).toEqual({
      code: 0,
      errors: "templates/card.json is not in the workspace. The file stays unchanged.\n",
    });
    expect(readManifest(folder).templates).toHaveLength(1);
  });

  test.each([["pull"], ["diff"]])("%s refuses a name that two templates of the workspace have", async (command) => {
    fixture.server.add("card", [CARD]);
    fixture.server.add("card", [WIDE]);
    const templates = [{ file: "card.json", name: "card" }];
    const folder = makeFolder({ "templates/card.json": CARD, "templates/irs.json": { templates } });
    const { code, errors } = await fixture.irs(folder, command);
    expect(code).toBe(1);
    expect(errors).toContain('templates/card.json error Several templates have the name "card"');
  });

  test("pull writes only the templates that are given by file, name or ID", async () => {
    const stored = fixture.server.add("First card", [CARD]);
    fixture.server.add("Second card", [CARD]);
    const folder = makeFolder({});
    expect((await fixture.irs(folder, "pull", "First card")).text).toBe(
      "templates/first-card.json  written, version 1\n",
    );
    for (const operand of [stored.id, "templates/first-card.json"]) {
      expect((await fixture.irs(folder, "pull", operand)).text).toBe(
        "templates/first-card.json  unchanged, version 1\n",
      );
    }
    expect(await fixture.irs(folder, "pull", "Third card")).toMatchObject({ code: 2 });
  });
});

describe("irs templates diff", () => {
  test("diff prints the lines of both sides and exits with 1", async () => {
    fixture.server.add("card", [CARD]);
    const layers = CARD.layers.map((layer) => ({ ...layer, x: layer.id === "p" ? 12 : layer.x }));
    const reordered = Object.fromEntries(Object.entries({ ...CARD, layers }).reverse());
    const { code, text } = await fixture.irs(makeFolder({ "templates/card.json": reordered }), "diff");
    expect(code).toBe(1);
    expect(text.split("\n").slice(0, 2)).toEqual(["--- card, version 1", "+++ templates/card.json"]);
    expect(text.split("\n").filter((line) => /^[-+] /.test(line))).toEqual(['-      "x": 10,', '+      "x": 12,']);
  });

  test("diff shows a change inside a data URI, but not the whole data URI", async () => {
    const withImage = (bytes: string) => {
      const image_url = `data:image/png;base64,${bytes}`;
      return { ...CARD, layers: [{ id: "i", type: "image", x: 0, y: 0, width: 9, height: 9, image_url }] };
    };
    fixture.server.add("card", [withImage("A".repeat(4000))]);
    const local = withImage(`${"A".repeat(3996)}BBBB`);
    const { code, text } = await fixture.irs(makeFolder({ "templates/card.json": local }), "diff");
    expect(code).toBe(1);
    const changed = text.split("\n").filter((line) => /^[-+] /.test(line));
    expect(changed).toHaveLength(2);
    expect(new Set(changed.map((line) => line.slice(1))).size).toBe(2);
    expect(text.length).toBeLessThan(2000);
  });

  test("diff prints changed names and descriptions, and templates that one side does not have", async () => {
    const stored = fixture.server.add("Old", [CARD], { description: "Before" });
    fixture.server.add("There only", [CARD]);
    const entry = {
      file: "card.json",
      name: "New",
      description: "After",
      ids: { [fixture.server.baseUrl]: stored.id },
    };
    const missing = { file: "lost.json", name: "Lost", ids: {} };
    const folder = makeFolder({
      "templates/card.json": CARD,
      "templates/here-only.json": CARD,
      "templates/irs.json": { templates: [entry, missing] },
    });
    expect(await fixture.irs(folder, "diff")).toMatchObject({
      code: 1,
      text: [
        "--- Old, version 1",
        "+++ templates/card.json",
        '-name: "Old"',
        '+name: "New"',
        '-description: "Before"',
        '+description: "After"',
        "templates/lost.json is missing. It is not in the workspace either.",
        'templates/here-only.json is not in the workspace. Run "irs templates push" to create it.',
        '"There only" is only in the workspace. Run "irs templates pull" to get it.',
        "",
      ].join("\n"),
    });
    expect(fixture.writes()).toEqual([]);
  });
});

describe("irs templates validate", () => {
  test("validate checks the folder without a service", async () => {
    const folder = makeFolder({ "templates/a.json": CARD, "templates/b.json": { ...CARD, width: 0 } });
    const { code, text, errors } = await fixture.irs(folder, "validate");
    expect({ code, text, errors }).toEqual({
      code: 1,
      text: "templates/a.json  valid\n",
      errors: "templates/b.json:2:3 error width: It must be at least 1.\n",
    });
    expect(await fixture.irs(folder, "validate", "templates/a.json")).toMatchObject({ code: 0 });
    expect(fixture.server.requests).toEqual([]);
  });
});

describe("irs templates list", () => {
  test("list prints ID, version, date, project and name", async () => {
    fixture.server.projects.push(NEWS);
    const plain = fixture.server.add("Card", [CARD, WIDE]);
    const other = fixture.server.add("Quote", [CARD], { projectId: NEWS.id });
    const folder = makeFolder({});
    expect((await fixture.irs(folder, "list")).text).toBe(
      `${plain.id}  v2  2026-11-20  Default project  Card\n${other.id}  v1  2026-11-20  News             Quote\n`,
    );
    const { text } = await fixture.irs(folder, "list", "--project", "News", "--json");
    expect(JSON.parse(text)).toMatchObject([{ id: other.id, projectName: "News" }]);
  });
});
