import { describe, expect, test } from "@jest/globals";
import { createTemplate } from "../../../core/templates/create-template.js";
import { presentTemplate } from "../../../core/templates/present-template.js";
import { DOCUMENT, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { createAuthoring, errorOf, OTHER_PROJECT, PROJECT } from "./authoring-support.js";

const [LAYER] = DOCUMENT.layers;

describe("a new template", () => {
  test("createTemplate stores a head, and the sent document as version 1", async () => {
    const authoring = createAuthoring();
    const made = await createTemplate(authoring, WORKSPACE, { name: "Card", projectId: PROJECT, document: DOCUMENT });
    const id = "7c9e6679-7425-40de-944b-000000000001";
    const times = { createdAtMs: START_MS, updatedAtMs: START_MS };
    const head = { id, workspaceId: WORKSPACE, name: "Card", projectId: PROJECT, highestVersion: 1, revision: 1 };
    expect(authoring.templates.heads.get(id)).toEqual({ ...head, ...times });
    expect(await authoring.templates.find(WORKSPACE, id, "highest")).toMatchObject({ version: { version: 1 } });
    expect(presentTemplate(made, made.project)).toEqual({
      id,
      edition: 2,
      name: "Card",
      description: "",
      projectId: PROJECT,
      projectName: "Spring",
      version: 1,
      createdAt: "2026-11-01T12:00:00.000Z",
      updatedAt: "2026-11-01T12:00:00.000Z",
      document: DOCUMENT,
    });
  });

  test("createTemplate takes name and description from the document if the request has none", async () => {
    const document = { ...DOCUMENT, name: " Ticket ", description: "For concerts" };
    const own = await createTemplate(createAuthoring(), WORKSPACE, { document });
    expect(own.head).toMatchObject({ name: "Ticket", description: "For concerts" });
    const given = await createTemplate(createAuthoring(), WORKSPACE, { name: "Card", description: "", document });
    expect(given.head.name).toBe("Card");
    expect(given.head).not.toHaveProperty("description");
  });

  test.each([[DOCUMENT], [{ ...DOCUMENT, name: "  " }]])("a template without a name is rejected", async (document) => {
    const error = await errorOf(createTemplate(createAuthoring(), WORKSPACE, { document }));
    expect(error).toEqual(["VALIDATION_ERROR", { issues: [expect.objectContaining({ path: "name" })] }]);
  });

  test("an invalid document is rejected with all issues under document, and nothing is stored", async () => {
    const authoring = createAuthoring();
    const document = { ...DOCUMENT, width: -1, layers: [{ ...LAYER, font_size: "big" }] };
    const [code, details] = await errorOf(createTemplate(authoring, WORKSPACE, { name: "Card", document }));
    expect(code).toBe("VALIDATION_ERROR");
    const paths = (details as { issues: { path: string }[] }).issues.map(({ path }) => path);
    expect(paths.sort()).toEqual(["document.layers[0].font_size", "document.width"]);
    expect(authoring.templates.heads.size).toBe(0);
  });

  test("a document with an unusable upload is rejected with its place in the document", async () => {
    const image_url = "/api/v1/uploads/5d0c9c1e-0b57-4b7a-9a1c-0f2f3a4b5c77/file";
    const layers = [{ type: "image", id: "i", x: 0, y: 0, width: 10, height: 10, image_url }];
    const call = createTemplate(createAuthoring(), WORKSPACE, { name: "Card", document: { ...DOCUMENT, layers } });
    const [code, details] = await errorOf(call);
    expect([code, details]).toMatchObject(["VALIDATION_ERROR", { issues: [{ path: "document.layers[0].image_url" }] }]);
  });

  test("a document with duplicate layer names is stored, and the response has a warning for each place", async () => {
    const layers = [LAYER, { ...LAYER, id: "b" }, { ...LAYER, id: "c", name: "other" }, { ...LAYER, id: "d" }];
    const made = await createTemplate(createAuthoring(), WORKSPACE, {
      name: "Card",
      document: { ...DOCUMENT, layers },
    });
    const { warnings = [] } = presentTemplate(made, made.project);
    expect(warnings.map(({ path }) => path)).toEqual(["document.layers[1].name", "document.layers[3].name"]);
    expect(warnings[0]?.message).toContain('"title"');
  });

  test.each([[OTHER_PROJECT], ["5d0c9c1e-0b57-4b7a-9a1c-0f2f3a4b5c99"]])(
    "createTemplate returns NOT_FOUND for a project that the workspace does not have (%s)",
    async (projectId) => {
      const call = createTemplate(createAuthoring(), WORKSPACE, { name: "Card", projectId, document: DOCUMENT });
      expect((await errorOf(call))[0]).toBe("NOT_FOUND");
    },
  );

  test("a document larger than 4 MB is rejected with the advice to upload its images", async () => {
    // Each image is almost as large as a data URI can be (1 MB).
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
