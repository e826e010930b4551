import { describe, expect, test } from "@jest/globals";
import { createTemplate } from "../../../core/templates/create-template.js";
import { presentTemplate } from "../../../core/templates/present-template.js";
import { DOCUMENT, START_MS, WORKSPACE } from "../../support/world.js";
import { createAuthoring, faultOf, OTHER_PROJECT, PROJECT } from "./authoring-support.js";

const [LAYER] = DOCUMENT.layers;

describe("a new template", () => {
  test("is version 1 of the very document that was sent, and its own head", async () => {
    const authoring = createAuthoring();
    const made = await createTemplate(authoring, WORKSPACE, { name: "Card", projectId: PROJECT, document: DOCUMENT });
    const id = "7c9e6679-7425-40de-944b-000000000001";
    const times = { createdAtMs: START_MS, updatedAtMs: START_MS };
    const head = { id, workspaceId: WORKSPACE, name: "Card", projectId: PROJECT, highestVersion: 1, revision: 1 };
    expect(authoring.templates.heads.get(id)).toEqual({ ...head, ...times });
    expect(await authoring.templates.find(WORKSPACE, id, "highest")).toMatchObject({ version: { version: 1 } });
    expect(presentTemplate(made, made.projectName)).toEqual({
      id,
      name: "Card",
      projectId: PROJECT,
      projectName: "Spring",
      version: 1,
      createdAt: "2026-11-01T12:00:00.000Z",
      updatedAt: "2026-11-01T12:00:00.000Z",
      document: DOCUMENT,
    });
  });

  test("takes name and description from the document where the request has none", async () => {
    const document = { ...DOCUMENT, name: " Ticket ", description: "For concerts" };
    const own = await createTemplate(createAuthoring(), WORKSPACE, { document });
    expect(own.head).toMatchObject({ name: "Ticket", description: "For concerts" });
    const given = await createTemplate(createAuthoring(), WORKSPACE, { name: "Card", description: "", document });
    expect(given.head.name).toBe("Card");
    expect(given.head).not.toHaveProperty("description");
  });

  test.each([[DOCUMENT], [{ ...DOCUMENT, name: "  " }]])("without any name is refused", async (document) => {
    const fault = await faultOf(createTemplate(createAuthoring(), WORKSPACE, { document }));
    expect(fault).toEqual(["VALIDATION_ERROR", { issues: [expect.objectContaining({ path: "name" })] }]);
  });

  test("with faults is refused with each of them under `document`, and nothing is stored", async () => {
    const authoring = createAuthoring();
    const document = { ...DOCUMENT, width: -1, layers: [{ ...LAYER, font_size: "big" }] };
    const [code, details] = await faultOf(createTemplate(authoring, WORKSPACE, { name: "Card", document }));
    expect(code).toBe("VALIDATION_ERROR");
    const paths = (details as { issues: { path: string }[] }).issues.map(({ path }) => path);
    expect(paths.sort()).toEqual(["document.layers[0].font_size", "document.width"]);
    expect(authoring.templates.heads.size).toBe(0);
  });

  test("that names an upload that can't be used is refused, with the place in the document", async () => {
    const image_url = "/api/v1/uploads/5d0c9c1e-0b57-4b7a-9a1c-0f2f3a4b5c77/file";
    const layers = [{ type: "image", id: "i", x: 0, y: 0, width: 10, height: 10, image_url }];
    const call = createTemplate(createAuthoring(), WORKSPACE, { name: "Card", document: { ...DOCUMENT, layers } });
    const [code, details] = await faultOf(call);
    expect([code, details]).toMatchObject(["VALIDATION_ERROR", { issues: [{ path: "document.layers[0].image_url" }] }]);
  });

  test("with layer names that repeat is stored, and says at which places", async () => {
    const layers = [LAYER, { ...LAYER, id: "b" }, { ...LAYER, id: "c", name: "other" }, { ...LAYER, id: "d" }];
    const made = await createTemplate(createAuthoring(), WORKSPACE, {
      name: "Card",
      document: { ...DOCUMENT, layers },
    });
    const { warnings = [] } = presentTemplate(made, undefined);
    expect(warnings.map(({ path }) => path)).toEqual(["document.layers[1].name", "document.layers[3].name"]);
    expect(warnings[0]?.message).toContain('"title"');
  });

  test.each([[OTHER_PROJECT], ["5d0c9c1e-0b57-4b7a-9a1c-0f2f3a4b5c99"]])(
    "lies in no project that the workspace has not (%s)",
    async (projectId) => {
      const call = createTemplate(createAuthoring(), WORKSPACE, { name: "Card", projectId, document: DOCUMENT });
      expect((await faultOf(call))[0]).toBe("NOT_FOUND");
    },
  );

  test("holds four megabytes at most, and more is told to upload its images", async () => {
    // Each image holds close to the megabyte that one data URI may.
    const image_url = `data:image/png;base64,${"A".repeat(1_000_000)}`;
    const image = { type: "image", x: 0, y: 0, width: 10, height: 10, image_url };
    const withImages = (count: number) => ({
      ...DOCUMENT,
      layers: Array.from({ length: count }, (_, index) => ({ ...image, id: `image-${index}` })),
    });
    const authoring = createAuthoring();
    await createTemplate(authoring, WORKSPACE, { name: "Large", document: withImages(4) });
    const tooLarge = createTemplate(authoring, WORKSPACE, { name: "Too large", document: withImages(5) });
    await expect(tooLarge).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    await expect(tooLarge).rejects.toThrow(/4 MB[\s\S]*[Uu]pload/);
  });
});
