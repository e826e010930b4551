import { describe, expect, test } from "@jest/globals";
import { homeValues } from "../../../core/site/home-values.js";
import { derivePurposeKey } from "../../../core/signing/derive-keys.js";
import { isImageSignatureValid, readSignedImage } from "../../../core/signing/image-signature.js";
import { nodeCrypto } from "../../../core/signing/node-crypto.js";
import { seedTemplates } from "../../../core/templates/seed-templates.js";
import { createInMemoryTemplates } from "../../support/in-memory-templates.js";
import { DOCUMENT, WORKSPACE } from "../../support/render-fixture.js";

const MASTER_KEY = "m".repeat(32);
const keyRing = { current: "k1", keys: { k1: MASTER_KEY } };

/** A workspace with one starter template. */
async function setUp(generation = 1) {
  const templates = createInMemoryTemplates();
  const { Card: templateId = "" } = await seedTemplates(templates, () => 1, WORKSPACE, [
    { name: "Card", document: DOCUMENT },
  ]);
  const sample = { workspaceId: WORKSPACE, templateId, picture: { title: "In & out" }, request: { title: "First" } };
  const dependencies = { templates, keyRing, generations: { find: () => Promise.resolve(generation) } };
  return { templates, templateId, values: () => homeValues(dependencies, sample) };
}

async function edit({ templates, templateId }: Awaited<ReturnType<typeof setUp>>) {
  const head = templates.heads.get(templateId);
  if (head === undefined) throw new Error("not seeded");
  const edited = { id: templateId, workspaceId: WORKSPACE, version: 2, name: "Card", document: "{}", createdAtMs: 2 };
  await templates.update({ ...head, highestVersion: 2, revision: 2 }, 1, edited);
}

describe("the values of the home page", () => {
  test("the picture is a signed URL of the starter template that never expires", async () => {
    const { templateId, values } = await setUp(3);
    const { picture = "" } = await values();
    const [path = "", query = ""] = picture.split("?");
    expect(path).toBe(`/api/v1/img/${templateId}`);
    const image = readSignedImage(templateId, query);
    if (typeof image === "string") throw new Error(image);
    expect(image).toMatchObject({ generation: 3, keyId: "k1", expiresAtSeconds: undefined });
    expect(image.pairs).toEqual(
      expect.arrayContaining([
        { key: "title", value: "In & out" },
        { key: "version", value: "1" },
      ]),
    );
    expect(isImageSignatureValid(nodeCrypto, derivePurposeKey(nodeCrypto, MASTER_KEY, "img"), image)).toBe(true);
  });

  test("two deployments sign the same picture, so it is billed once", async () => {
    const { values } = await setUp();
    expect(await values()).toEqual(await values());
  });

  test("the request renders the starter template with its named layers", async () => {
    const { templateId, values } = await setUp();
    const { request = "" } = await values();
    expect(JSON.parse(request)).toEqual({ template: templateId, layers: { title: { text: "First" } } });
  });

  test("after an author has edited the template, the page shows and renders the version of the deployment", async () => {
    const fixture = await setUp();
    await edit(fixture);
    const { picture, request = "" } = await fixture.values();
    expect(picture).toContain("version=1&");
    expect(JSON.parse(request)).toMatchObject({ template: fixture.templateId, version: 1 });
  });

  test("without the starter template there is no picture, and the request says what to fill in", async () => {
    const { templates, templateId, values } = await setUp();
    await templates.remove(WORKSPACE, templateId, { nowMs: 2, forgetAtMs: 3 });
    const { picture, request = "" } = await values();
    expect(picture).toBe("");
    expect(JSON.parse(request)).toMatchObject({ template: "ID-OF-A-TEMPLATE" });
  });
});
