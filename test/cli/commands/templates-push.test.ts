import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { failure } from "../contract-server.js";
import { CARD, makeFolder, makePng, writeInto } from "../support.js";
import { NEWS, readManifest, Stage, WIDE } from "./templates-support.js";

const stage = new Stage();

describe("irs templates push", () => {
  test("creates what is new, records its id, and then finds nothing to do", async () => {
    const folder = makeFolder({ "templates/card.json": { name: "Price card", ...CARD } });
    expect(await stage.irs(folder, "push")).toMatchObject({
      code: 0,
      text: "templates/card.json  created, version 1\n",
    });
    const [stored] = stage.server.templates;
    expect(stored).toMatchObject({ name: "Price card", documents: [{ name: "Price card", ...CARD }] });
    expect(readManifest(folder)).toEqual({
      templates: [{ file: "card.json", name: "Price card", ids: { [stage.server.baseUrl]: stored?.id } }],
    });
    stage.server.requests.length = 0;
    expect(await stage.irs(folder, "push")).toMatchObject({
      code: 0,
      text: "templates/card.json  unchanged, version 1\n",
    });
    expect(stage.changes()).toEqual([]);
  });

  test("makes a version of a changed document, and none when only the keys' order changed", async () => {
    const folder = makeFolder({ "templates/card.json": CARD });
    await stage.irs(folder, "push");
    writeInto(folder, "templates/card.json", Object.fromEntries(Object.entries(CARD).reverse()));
    expect((await stage.irs(folder, "push")).text).toBe("templates/card.json  unchanged, version 1\n");
    writeInto(folder, "templates/card.json", WIDE);
    expect((await stage.irs(folder, "push")).text).toBe("templates/card.json  updated to version 2\n");
    expect(stage.server.templates).toMatchObject([{ documents: [CARD, WIDE] }]);
  });

  test("finds a template by its exact name within its project when no id is recorded, or the recorded one is gone", async () => {
    stage.server.projects.push(NEWS);
    stage.server.add("Card", [WIDE]);
    const inProject = stage.server.add("Card", [CARD], { projectId: NEWS.id });
    const gone = { [stage.server.baseUrl]: "7c9e6679-7425-40de-944b-e07fc1f90ae7" };
    const entry = { file: "card.json", name: "Card", project: "News", ids: gone };
    const folder = makeFolder({ "templates/card.json": WIDE, "templates/irs.json": { templates: [entry] } });
    expect((await stage.irs(folder, "push")).text).toBe("templates/card.json  updated to version 2\n");
    expect(inProject.documents).toEqual([CARD, WIDE]);
    expect(stage.server.templates).toHaveLength(2);
    expect(readManifest(folder).templates).toMatchObject([{ ids: { [stage.server.baseUrl]: inProject.id } }]);
  });

  test("keeps a template's identity when it is renamed, and the ids of other services", async () => {
    const stored = stage.server.add("Old name", [CARD], { description: "Old" });
    const ids = { "https://other.example": "7c9e6679-7425-40de-944b-e07fc1f90ae7", [stage.server.baseUrl]: stored.id };
    const entry = { file: "card.json", name: "New name", ids };
    const folder = makeFolder({ "templates/card.json": CARD, "templates/irs.json": { templates: [entry] } });
    expect((await stage.irs(folder, "push")).text).toBe(
      "templates/card.json  has another name and description, still version 1\n",
    );
    expect(stage.server.templates).toMatchObject([{ name: "New name", description: "", documents: [CARD] }]);
    expect(readManifest(folder)).toEqual({ templates: [entry] });
  });

  test.each([
    ["the document's own when the manifest gives none", { description: "Own" }, {}, "Own"],
    ["the manifest's before the document's own", { description: "Own" }, { description: "Given" }, "Given"],
    ["none when the manifest says so", { description: "Own" }, { description: "" }, ""],
  ])("describes a new template by %s, and then finds nothing to do", async (_, inDocument, inManifest, expected) => {
    const templates = [{ file: "card.json", name: "Card", ...inManifest }];
    const document = { ...CARD, ...inDocument };
    const folder = makeFolder({ "templates/card.json": document, "templates/irs.json": { templates } });
    await stage.irs(folder, "push");
    expect(stage.server.templates).toMatchObject([{ description: expected }]);
    for (const command of ["push", "pull"]) {
      expect((await stage.irs(folder, command)).text).toBe("templates/card.json  unchanged, version 1\n");
    }
  });

  test("makes a project that is missing, once, and takes a template out of one", async () => {
    const templates = ["a", "b"].map((name) => ({ file: `${name}.json`, name, project: "News", ids: {} }));
    const files = { "templates/a.json": CARD, "templates/b.json": CARD };
    const folder = makeFolder({ ...files, "templates/irs.json": { templates } });
    expect(await stage.irs(folder, "push")).toMatchObject({ code: 0 });
    expect(stage.server.projects).toMatchObject([{ name: "News" }]);
    expect(stage.server.templates.map(({ projectId }) => projectId)).toEqual(
      Array(2).fill(stage.server.projects[0]?.id),
    );
    const [first, second] = readManifest(folder).templates;
    writeInto(folder, "templates/irs.json", { templates: [{ ...first, project: undefined }, second] });
    expect((await stage.irs(folder, "push", "a.json")).text).toBe(
      "templates/a.json  has another project, still version 1\n",
    );
    expect(stage.server.templates[0]?.projectId).toBeUndefined();
  });

  test("pushes nothing when one file is broken, and names every fault's place", async () => {
    const files = { "templates/a.json": CARD, "templates/b.json": { ...CARD, width: 0 }, "templates/c.json": "{ " };
    const { code, text, errors } = await stage.irs(makeFolder(files), "push");
    expect({ code, text }).toEqual({ code: 1, text: "" });
    expect(errors).toMatch(
      /^templates\/b\.json:2:3 fault width: It must be at least 1\.\ntemplates\/c\.json:1:\d+ fault /,
    );
    expect(errors).toMatch(/Nothing was pushed\.\n$/);
    expect(stage.server.requests).toEqual([]);
  });

  test("refuses image files of this machine, which a service does not find", async () => {
    const image = { id: "i", type: "image", x: 0, y: 0, width: 9, height: 9, image_url: "dot.png" };
    const document = { width: 9, height: 9, layers: [image] };
    const folder = makeFolder({ "templates/card.json": document, "templates/dot.png": await makePng("#000000") });
    const { code, errors } = await stage.irs(folder, "push");
    expect(code).toBe(1);
    expect(errors).toMatch(/^templates\/card\.json:\d+:\d+ fault layers\[0\]\.image_url: It must be an https/);
    expect(stage.server.requests).toEqual([]);
  });

  test("tells what it would do with --dry-run, and changes nothing on either side", async () => {
    const stored = stage.server.add("card", [CARD]);
    const files = { "templates/card.json": WIDE, "templates/new.json": CARD };
    const folder = makeFolder(files);
    expect(await stage.irs(folder, "push", "--dry-run")).toMatchObject({
      code: 0,
      text: "templates/card.json  would be updated to version 2\ntemplates/new.json  would be created, version 1\n",
    });
    expect(stage.changes()).toEqual([]);
    expect(stored.documents).toEqual([CARD]);
    expect(existsSync(join(folder, "templates/irs.json"))).toBe(false);
  });

  test("leaves what somebody else changed meanwhile, tells so, and pushes the others", async () => {
    const raced = stage.server.add("a", [CARD]);
    const folder = makeFolder({ "templates/a.json": WIDE, "templates/b.json": CARD });
    stage.server.onRequest = (request) => {
      if (request !== `PUT /api/v1/templates/${raced.id}`) return;
      raced.documents.push({ ...CARD, height: 99 });
      raced.revision += 1;
    };
    const { code, text, errors } = await stage.irs(folder, "push");
    expect({ code, text }).toEqual({ code: 1, text: "templates/b.json  created, version 1\n" });
    expect(errors).toMatch(/^templates\/a\.json fault It was changed in the workspace while it was being pushed/);
    expect(raced.documents.at(-1)).toEqual({ ...CARD, height: 99 });
  });

  test("tells what the service finds at fault under the path in the file", async () => {
    const issues = [{ path: "document.layers[0].x", message: "It must be at most 7." }];
    stage.server.onRequest = (request) => {
      if (request === "POST /api/v1/templates")
        stage.server.canned.push(failure(422, "VALIDATION_ERROR", "No.", { issues }));
    };
    const { code, errors } = await stage.irs(makeFolder({ "templates/a.json": CARD }), "push");
    expect(code).toBe(1);
    expect(errors).toBe("templates/a.json fault layers[0].x: It must be at most 7.\n1 template could not be pushed.\n");
  });

  test("asks for an id when a name does not tell two templates apart", async () => {
    stage.server.add("card", [CARD]);
    stage.server.add("card", [CARD]);
    const { code, errors } = await stage.irs(makeFolder({ "templates/card.json": WIDE }), "push");
    expect(code).toBe(1);
    expect(errors).toContain('Several templates are called "card"');
    expect(stage.changes()).toEqual([]);
  });

  test("finds a recorded template that the list does not show yet", async () => {
    const folder = makeFolder({ "templates/card.json": CARD });
    await stage.irs(folder, "push");
    const empty = { templates: [], limit: 100, offset: 0, hasMore: false };
    stage.server.canned.push({ status: 200, body: empty });
    expect((await stage.irs(folder, "push")).text).toBe("templates/card.json  unchanged, version 1\n");
    expect(stage.server.templates).toHaveLength(1);
  });

  test.each([
    [{ templates: [{ file: "../card.json", name: "Card" }] }, "templates[0].file: It must be the name of a .json file"],
    [{ templates: [{ file: "card.json", nam: "Card" }] }, 'Did you mean "name"?'],
    [{ templates: ["a", "b"].map((name) => ({ file: "card.json", name })) }, "templates[1].file: An earlier template"],
    ["{", "templates/irs.json:1:"],
  ])("refuses the manifest %j", async (content, words) => {
    const { code, errors } = await stage.irs(
      makeFolder({ "templates/card.json": CARD, "templates/irs.json": content }),
      "push",
    );
    expect(code).toBe(1);
    expect(errors).toContain(words);
    expect(stage.server.requests).toEqual([]);
  });

  test.each([
    [["push"], "There is no template in templates"],
    [["push", "../card.json"], "../card.json is no template's file in templates"],
    [["push", "templates/irs.json"], "is no template's file"],
  ])("refuses %j", async (argv, words) => {
    const { code, errors } = await stage.irs(makeFolder({ "card.json": CARD }), ...argv);
    expect(code).toBe(2);
    expect(errors).toContain(words);
  });
});
