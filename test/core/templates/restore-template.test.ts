import { describe, expect, test } from "@jest/globals";
import { listTemplatesQuerySchema } from "../../../core/contract/templates-api.js";
import { deleteTemplate } from "../../../core/templates/delete-template.js";
import { presentDeletedTemplate } from "../../../core/templates/present-template.js";
import { listDeletedTemplates, restoreTemplate } from "../../../core/templates/restore-template.js";
import type { TemplateStore } from "../../../core/templates/template-version.js";
import { createInMemoryProjects, createInMemoryTemplates } from "../../support/in-memory-templates.js";
import { OTHER_WORKSPACE, START_MS, TEMPLATE, templateVersion, WORKSPACE } from "../../support/render-fixture.js";

const DAY_MS = 86_400_000;
const SECOND = "7c9e6679-7425-40de-944b-e07fc1f90ae8";

function setUp() {
  const clock = { nowMs: START_MS };
  const templates = createInMemoryTemplates(templateVersion(), templateVersion({ id: SECOND, name: "Ticket" }));
  const dependencies = { templates, projects: createInMemoryProjects(), now: () => clock.nowMs };
  const list = async (query: Readonly<Record<string, string>> = {}, workspaceId = WORKSPACE) =>
    await listDeletedTemplates(dependencies, workspaceId, listTemplatesQuerySchema.parse(query));
  return { clock, templates, dependencies, list };
}

describe("restoring a template", () => {
  test("a template can be restored until 15 days after its deletion, and then the error says that it is gone", async () => {
    const { clock, dependencies } = setUp();
    await deleteTemplate(dependencies, WORKSPACE, TEMPLATE);
    clock.nowMs = START_MS + 15 * DAY_MS - 1;
    const restored = await restoreTemplate(dependencies, WORKSPACE, TEMPLATE.toUpperCase());
    expect(restored.head).toMatchObject({ id: TEMPLATE, name: "Card", updatedAtMs: clock.nowMs });
    await deleteTemplate(dependencies, WORKSPACE, TEMPLATE);
    clock.nowMs += 15 * DAY_MS;
    await expect(restoreTemplate(dependencies, WORKSPACE, TEMPLATE)).rejects.toMatchObject({
      code: "GONE",
      message: expect.stringContaining("more than 15 days ago") as unknown,
    });
  });

  test("restoring a template that is not deleted returns it unchanged", async () => {
    const { dependencies, templates } = setUp();
    const before = templates.heads.get(TEMPLATE);
    expect((await restoreTemplate(dependencies, WORKSPACE, TEMPLATE)).head).toEqual(before);
  });

  test.each([
    ["of another workspace", OTHER_WORKSPACE, TEMPLATE],
    ["that never existed", WORKSPACE, "7c9e6679-7425-40de-944b-e07fc1f90aff"],
    ["whose ID is not a UUID", WORKSPACE, "card"],
  ])("restoring a template %s returns NOT_FOUND", async (_what, workspaceId, id) => {
    const { dependencies } = setUp();
    await deleteTemplate(dependencies, WORKSPACE, TEMPLATE);
    await expect(restoreTemplate(dependencies, workspaceId, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("a restoration that other requests disturb is tried three times, and then returns CONFLICT", async () => {
    const { dependencies, templates } = setUp();
    let calls = 0;
    const restore: TemplateStore["restore"] = async () => {
      calls += 1;
      return "changed";
    };
    const disturbed = restoreTemplate({ ...dependencies, templates: { ...templates, restore } }, WORKSPACE, TEMPLATE);
    await expect(disturbed).rejects.toMatchObject({ code: "CONFLICT" });
    expect(calls).toBe(3);
  });
});

describe("the list of deleted templates", () => {
  test("it has the templates that can be restored, the last deletion first, with the time until when", async () => {
    const { clock, dependencies, list } = setUp();
    expect(await list()).toMatchObject({ templates: [], total: 0, hasMore: false });
    await deleteTemplate(dependencies, WORKSPACE, TEMPLATE);
    clock.nowMs += 1_000;
    await deleteTemplate(dependencies, WORKSPACE, SECOND);
    const { templates, total } = await list();
    expect([templates.map(({ name }) => name), total]).toEqual([["Ticket", "Card"], 2]);
    const [first] = templates.map((template) => presentDeletedTemplate(template, template.project));
    expect(first).toMatchObject({
      id: SECOND,
      deletedAt: "2026-11-01T12:00:01.000Z",
      expiresAt: "2026-11-16T12:00:01.000Z",
    });
    expect((await list({ q: "car" })).templates.map(({ id }) => id)).toEqual([TEMPLATE]);
    expect((await list({}, OTHER_WORKSPACE)).templates).toEqual([]);
    clock.nowMs = START_MS + 15 * DAY_MS;
    expect((await list()).templates.map(({ id }) => id)).toEqual([SECOND]);
  });
});
