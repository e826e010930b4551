import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { DEFAULT_PROJECT, failure } from "../contract-server.js";
import { CARD, makeFolder, makePng, runWith, writeInto } from "../support.js";
import { NEWS, readManifest, readTemplate, TemplatesFixture, WIDE } from "./templates-support.js";

const fixture = new TemplatesFixture();

/** A folder with a template that names a local font, and a local image twice. */
async function folderWithFiles() {
  const image = { id: "i", type: "image", x: 0, y: 0, width: 9, height: 9, image_url: "dot.png" };
  const fonts = [{ family: "Brand", src: "brand.woff2" }];
  const document = { width: 9, height: 9, fonts, layers: [image, { ...image, id: "j" }] };
  const files = { "templates/dot.png": await makePng("#000000"), "templates/brand.woff2": Buffer.from("wOF2font") };
  return { folder: makeFolder({ "templates/card.json": document, ...files }), files, document };
}

describe("irs templates push", () => {
  test("push creates a new template and records its ID, and a second push changes nothing", async () => {
    const folder = makeFolder({ "templates/card.json": { name: "Price card", ...CARD } });
    expect(await fixture.irs(folder, "push")).toMatchObject({
      code: 0,
      text: "templates/card.json  created, version 1\n",
    });
    const [stored] = fixture.server.templates;
    expect(stored).toMatchObject({ name: "Price card", documents: [{ name: "Price card", ...CARD }] });
    expect(readManifest(folder)).toEqual({
      templates: [{ file: "card.json", name: "Price card", ids: { [fixture.server.baseUrl]: stored?.id } }],
    });
    fixture.server.requests.length = 0;
    expect(await fixture.irs(folder, "push")).toMatchObject({
      code: 0,
      text: "templates/card.json  unchanged, version 1\n",
    });
    expect(fixture.writes()).toEqual([]);
  });

  test("push creates a new version of a changed document, but not if only the order of keys changed", async () => {
    const folder = makeFolder({ "templates/card.json": CARD });
    await fixture.irs(folder, "push");
    writeInto(folder, "templates/card.json", Object.fromEntries(Object.entries(CARD).reverse()));
    expect((await fixture.irs(folder, "push")).text).toBe("templates/card.json  unchanged, version 1\n");
    writeInto(folder, "templates/card.json", WIDE);
    expect((await fixture.irs(folder, "push")).text).toBe("templates/card.json  updated to version 2\n");
    expect(fixture.server.templates).toMatchObject([{ documents: [CARD, WIDE] }]);
  });

  test("push finds a template by its name in its project if the recorded ID does not exist", async () => {
    fixture.server.projects.push(NEWS);
    fixture.server.add("Card", [WIDE]);
    const inProject = fixture.server.add("Card", [CARD], { projectId: NEWS.id });
    const gone = { [fixture.server.baseUrl]: "7c9e6679-7425-40de-944b-e07fc1f90ae7" };
    const entry = { file: "card.json", name: "Card", project: "News", ids: gone };
    const folder = makeFolder({ "templates/card.json": WIDE, "templates/irs.json": { templates: [entry] } });
    expect((await fixture.irs(folder, "push")).text).toBe("templates/card.json  updated to version 2\n");
    expect(inProject.documents).toEqual([CARD, WIDE]);
    expect(fixture.server.templates).toHaveLength(2);
    expect(readManifest(folder).templates).toMatchObject([{ ids: { [fixture.server.baseUrl]: inProject.id } }]);
  });

  test("push renames a template with a recorded ID, and keeps the IDs for other services", async () => {
    const stored = fixture.server.add("Old name", [CARD], { description: "Old" });
    const ids = {
      "https://other.example": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
      [fixture.server.baseUrl]: stored.id,
    };
    const entry = { file: "card.json", name: "New name", ids };
    const folder = makeFolder({ "templates/card.json": CARD, "templates/irs.json": { templates: [entry] } });
    expect((await fixture.irs(folder, "push")).text).toBe(
      "templates/card.json  has a new name and description, still version 1\n",
    );
    expect(fixture.server.templates).toMatchObject([{ name: "New name", description: "", documents: [CARD] }]);
    expect(readManifest(folder)).toEqual({ templates: [entry] });
  });

  test.each([
    ["the description inside the document if the manifest has none", { description: "Own" }, {}, "Own"],
    [
      "the description of the manifest if the document has one too",
      { description: "Own" },
      { description: "Given" },
      "Given",
    ],
    ["no description if the manifest has an empty one", { description: "Own" }, { description: "" }, ""],
  ])("push gives a new template %s", async (_, inDocument, inManifest, expected) => {
    const templates = [{ file: "card.json", name: "Card", ...inManifest }];
    const document = { ...CARD, ...inDocument };
    const folder = makeFolder({ "templates/card.json": document, "templates/irs.json": { templates } });
    await fixture.irs(folder, "push");
    expect(fixture.server.templates).toMatchObject([{ description: expected }]);
    for (const command of ["push", "pull"]) {
      expect((await fixture.irs(folder, command)).text).toBe("templates/card.json  unchanged, version 1\n");
    }
  });

  test("push creates a missing project once, and can remove a template from a project", async () => {
    const templates = ["a", "b"].map((name) => ({ file: `${name}.json`, name, project: "News", ids: {} }));
    const files = { "templates/a.json": CARD, "templates/b.json": CARD };
    const folder = makeFolder({ ...files, "templates/irs.json": { templates } });
    expect(await fixture.irs(folder, "push")).toMatchObject({ code: 0 });
    expect(fixture.server.projects).toMatchObject([{ name: "News" }]);
    expect(fixture.server.templates.map(({ projectId }) => projectId)).toEqual(
      Array(2).fill(fixture.server.projects[0]?.id),
    );
    const [first, second] = readManifest(folder).templates;
    writeInto(folder, "templates/irs.json", { templates: [{ ...first, project: undefined }, second] });
    expect((await fixture.irs(folder, "push", "a.json")).text).toBe(
      "templates/a.json  has a new project, still version 1\n",
    );
    expect(fixture.server.templates[0]?.projectId).toBe(DEFAULT_PROJECT.id);
  });

  test("push changes nothing if one file has issues, and prints the place of each issue", async () => {
    const files = { "templates/a.json": CARD, "templates/b.json": { ...CARD, width: 0 }, "templates/c.json": "{ " };
    const { code, text, errors } = await fixture.irs(makeFolder(files), "push");
    expect({ code, text }).toEqual({ code: 1, text: "" });
    expect(errors).toMatch(
      /^templates\/b\.json:2:3 error width: It must be at least 1\.\ntemplates\/c\.json:1:\d+ error /,
    );
    expect(errors).toMatch(/Nothing was pushed\.\n$/);
    expect(fixture.server.requests).toEqual([]);
  });

  test("push uploads local images and fonts once, and a changed file again", async () => {
    const { folder, files } = await folderWithFiles();
    const first = await fixture.irs(folder, "push");
    expect(first).toMatchObject({ code: 0, errors: "" });
    expect(first.text).toMatch(
      /^templates\/brand\.woff2 {2}uploaded, 8 bytes\ntemplates\/dot\.png {2}uploaded, .*\ntemplates\/card\.json {2}created, version 1\n$/,
    );
    const [font, image] = fixture.server.uploads;
    expect(fixture.server.uploads).toMatchObject([{ contentType: "font/woff2" }, { contentType: "image/png" }]);
    expect(image?.sent).toEqual(files["templates/dot.png"]);
    const stored = JSON.stringify(fixture.server.templates[0]?.documents[0]);
    expect(stored.match(/\/api\/v1\/uploads\/[0-9a-f-]+\/file/g)).toEqual(
      [font, image, image].map((upload) => `/api/v1/uploads/${upload?.id}/file`),
    );
    expect((await fixture.irs(folder, "push")).text).toBe("templates/card.json  unchanged, version 1\n");
    expect((await fixture.irs(folder, "diff")).code).toBe(0);
    expect((await fixture.irs(folder, "pull")).text).toBe("templates/card.json  unchanged, version 1\n");
    expect(fixture.server.uploads).toHaveLength(2);
    writeInto(folder, "templates/dot.png", await makePng("#ffffff"));
    expect((await fixture.irs(folder, "push")).text).toMatch(
      /^templates\/dot\.png {2}uploaded.*\n.* updated to version 2\n$/,
    );
    expect(fixture.server.uploads).toHaveLength(3);
  });

  test("push uploads a file again if the workspace does not have the recorded upload any more", async () => {
    const { folder } = await folderWithFiles();
    await fixture.irs(folder, "push");
    fixture.server.uploads.splice(1, 1);
    expect((await fixture.irs(folder, "push")).text).toMatch(/^templates\/dot\.png {2}uploaded.*\n.*version 2\n$/);
  });

  test("push --dry-run prints the files that it would upload, and uploads none", async () => {
    const { folder } = await folderWithFiles();
    expect((await fixture.irs(folder, "push", "--dry-run")).text).toMatch(
      /^templates\/brand\.woff2 {2}would be uploaded, 8 bytes\n/,
    );
    expect([fixture.writes(), existsSync(join(folder, "templates/irs.lock.json"))]).toEqual([[], false]);
  });

  test("push names the layer and the file if a local file is missing or the service refuses it", async () => {
    const { folder } = await folderWithFiles();
    rmSync(join(folder, "templates/dot.png"));
    const missing = await fixture.irs(folder, "push");
    expect([missing.code, missing.errors]).toEqual([
      1,
      expect.stringMatching(
        /^templates\/card\.json:\d+:\d+ error layers\[0\]\.image_url: The layer "i" needs dot\.png\. There is no such file\.\n/,
      ),
    ]);
    expect(fixture.server.requests).toEqual([]);
    writeInto(folder, "templates/dot.png", Buffer.concat([await makePng("#000000"), Buffer.from("refuse me")]));
    const refused = await fixture.irs(folder, "push");
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain(
      'templates/card.json error layers[0].image_url: The layer "i" needs dot.png. The service refused the file: The file is no image.',
    );
    expect(fixture.server.templates).toEqual([]);
  });

  test("pull writes the paths of local files that were uploaded, if the files are unchanged", async () => {
    const { folder, document } = await folderWithFiles();
    await fixture.irs(folder, "push");
    fixture.server.templates[0]?.documents.push({ ...(fixture.server.templates[0].documents[0] as object), width: 12 });
    expect((await fixture.irs(folder, "pull")).text).toBe("templates/card.json  updated, version 2\n");
    expect(JSON.parse(readTemplate(folder, "card.json"))).toEqual({ ...document, width: 12 });
  });

  test("irs uploads push uploads a file once and prints its address", async () => {
    const folder = makeFolder({ "templates/card.json": CARD, "photo.png": await makePng("#00ff00") });
    const first = await runWith(fixture.server.env, folder, "uploads", "push", "photo.png");
    const path = `/api/v1/uploads/${fixture.server.uploads[0]?.id}/file`;
    expect(first).toMatchObject({ code: 0, errors: "", text: `photo.png  uploaded  ${path}\n` });
    const second = await runWith(fixture.server.env, folder, "uploads", "push", "photo.png");
    expect(second).toMatchObject({ code: 0, text: `photo.png  unchanged  ${path}\n` });
    const wrong = await runWith(fixture.server.env, folder, "uploads", "push", "templates/card.json");
    expect([wrong.code, wrong.errors]).toEqual([
      1,
      expect.stringContaining("templates/card.json error The file contains no image or font."),
    ]);
  });

  test("push --dry-run prints what a push would do, and changes nothing", async () => {
    const stored = fixture.server.add("card", [CARD]);
    const files = { "templates/card.json": WIDE, "templates/new.json": CARD };
    const folder = makeFolder(files);
    expect(await fixture.irs(folder, "push", "--dry-run")).toMatchObject({
      code: 0,
      text: "templates/card.json  would be updated to version 2\ntemplates/new.json  would be created, version 1\n",
    });
    expect(fixture.writes()).toEqual([]);
    expect(stored.documents).toEqual([CARD]);
    expect(existsSync(join(folder, "templates/irs.json"))).toBe(false);
  });

  test("push does not overwrite a template that changes at the same time, and pushes the others", async () => {
    const raced = fixture.server.add("a", [CARD]);
    const folder = makeFolder({ "templates/a.json": WIDE, "templates/b.json": CARD });
    fixture.server.onRequest = (request) => {
      if (request !== `PUT /api/v1/templates/${raced.id}`) return;
      raced.documents.push({ ...CARD, height: 99 });
      raced.revision += 1;
    };
    const { code, text, errors } = await fixture.irs(folder, "push");
    expect({ code, text }).toEqual({ code: 1, text: "templates/b.json  created, version 1\n" });
    expect(errors).toMatch(/^templates\/a\.json error The template changed in the workspace during the push/);
    expect(raced.documents.at(-1)).toEqual({ ...CARD, height: 99 });
  });

  test("push prints issues from the service with their path in the file", async () => {
    const issues = [{ path: "document.layers[0].x", message: "It must be at most 7." }];
    fixture.server.onRequest = (request) => {
      if (request === "POST /api/v1/templates")
        fixture.server.nextResponses.push(failure(422, "VALIDATION_ERROR", "No.", { issues }));
    };
    const { code, errors } = await fixture.irs(makeFolder({ "templates/a.json": CARD }), "push");
    expect(code).toBe(1);
    expect(errors).toBe("templates/a.json error layers[0].x: It must be at most 7.\n1 template could not be pushed.\n");
  });

  test("push refuses a name that several templates of the workspace have", async () => {
    fixture.server.add("card", [CARD]);
    fixture.server.add("card", [CARD]);
    const { code, errors } = await fixture.irs(makeFolder({ "templates/card.json": WIDE }), "push");
    expect(code).toBe(1);
    expect(errors).toContain('Several templates have the name "card"');
    expect(fixture.writes()).toEqual([]);
  });

  test("push finds a recorded template that is not in the list yet", async () => {
    const folder = makeFolder({ "templates/card.json": CARD });
    await fixture.irs(folder, "push");
    const empty = { templates: [], limit: 100, offset: 0, hasMore: false };
    fixture.server.nextResponses.push({ status: 200, body: empty });
    expect((await fixture.irs(folder, "push")).text).toBe("templates/card.json  unchanged, version 1\n");
    expect(fixture.server.templates).toHaveLength(1);
  });

  test.each([
    [{ templates: [{ file: "../card.json", name: "Card" }] }, "templates[0].file: It must be the name of a .json file"],
    [{ templates: [{ file: "card.json", nam: "Card" }] }, 'Did you mean "name"?'],
    [{ templates: ["a", "b"].map((name) => ({ file: "card.json", name })) }, "templates[1].file: An earlier template"],
    ["{", "templates/irs.json:1:"],
  ])("push refuses the manifest %j", async (content, words) => {
    const { code, errors } = await fixture.irs(
      makeFolder({ "templates/card.json": CARD, "templates/irs.json": content }),
      "push",
    );
    expect(code).toBe(1);
    expect(errors).toContain(words);
    expect(fixture.server.requests).toEqual([]);
  });

  test.each([
    [["push"], "The folder templates has no templates."],
    [["push", "../card.json"], "../card.json is not a template file in the folder templates"],
    [["push", "templates/irs.json"], "is not a template file"],
  ])("irs templates %j exits with 2", async (argv, words) => {
    const { code, errors } = await fixture.irs(makeFolder({ "card.json": CARD }), ...argv);
    expect(code).toBe(2);
    expect(errors).toContain(words);
  });
});
