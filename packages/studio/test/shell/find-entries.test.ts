import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { promises } from "../support/clock.js";
import { openPage, type TestPage } from "../support/page.js";
import { openService, type TestService } from "../support/service.js";

// The modules read the address when they are loaded.
const first = openPage();
const { findAtOnce, findTemplates } = await import("../../src/shell/find-entries.js");
const { path } = await import("../../src/router/location.js");
const { readSession } = await import("../../src/session/session.js");
first.close();

let page: TestPage;
let service: TestService;
beforeEach(() => {
  page = openPage();
  service = openService();
});
afterEach(() => {
  service.close();
  page.close();
});

async function signIn(...scopes: readonly string[]): Promise<void> {
  service.on("GET /session", () => ({ workspaceId: "w-1", scopes }));
  await readSession();
}
const labels = (text: string) => findAtOnce(text).map(({ label }) => label);

describe("the command palette", () => {
  test("finds the pages that the session may see", async () => {
    await signIn("admin");
    expect(labels("")).toEqual(["Webhooks", "Usage", "Keys"]);
    await signIn("templates");
    expect(labels("")).toEqual(["Templates", "Uploads", "Fonts"]);
    await signIn("operator");
    expect(labels("")).toEqual(["Operations", "Workspaces"]);
    expect(labels(" OPER ")).toEqual(["Operations"]);
    expect(labels("render")).toEqual([]);
  });

  test("opens the page that a person chooses", async () => {
    await signIn("render");
    findAtOnce("uploads")[0]?.run();
    expect(path.value).toBe("/studio/uploads");
  });

  test("opens the render of an ID that was pasted", async () => {
    await signIn("render");
    const found = findAtOnce(" 3D5B1C0E-9f42-4c1a-8b77-5e2f6a9d0c31 ");
    expect(found).toHaveLength(1);
    expect(found[0]?.label).toContain("3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31");
    found[0]?.run();
    expect(path.value).toBe("/studio/renders/3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31");
    expect(labels("3d5b1c0e-9f42")).toEqual([]);
  });

  test("finds at most eight templates by their names", async () => {
    await signIn("render");
    service.on("GET /templates", () => ({ templates: [{ id: "t-1", name: "Card" }], hasMore: false, offset: 0 }));
    const found = await findTemplates(" card ", new AbortController().signal);
    expect(found.map(({ label }) => label)).toEqual(["Card"]);
    expect(service.calls().at(-1)).toBe("GET /templates?q=card&limit=8");
    found[0]?.run();
    await promises();
    expect(path.value).toBe("/studio/templates/t-1");
  });

  test.each([["templates"], ["render"]])("looks for templates with the scope %s", async (scope) => {
    await signIn(scope);
    service.on("GET /templates", () => ({ templates: [], hasMore: false, offset: 0 }));
    expect(await findTemplates("card", new AbortController().signal)).toEqual([]);
    expect(service.calls()).toContain("GET /templates?q=card&limit=8");
  });

  test("does not look for templates that the session may not see", async () => {
    await signIn("admin");
    expect(await findTemplates("card", new AbortController().signal)).toEqual([]);
    expect(service.calls()).toEqual(["GET /session"]);
  });
});
