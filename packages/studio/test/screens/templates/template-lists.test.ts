import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { TemplateQuery } from "../../../src/screens/templates/service/template-routes.js";
import { pass, promises, stopClock } from "../../support/clock.js";
import { openPage } from "../../support/page.js";
import { failure, openService } from "../../support/service.js";
import { leaveAll, show } from "../../support/shown-hooks.js";

// The modules read the address when they are loaded.
const page = openPage("https://irs.example.com/studio/templates/t-1/versions");
const { readQuery, isFiltered } = await import("../../../src/screens/templates/service/template-query.js");
const { listTemplates, thumbnailUrl } = await import("../../../src/screens/templates/service/template-routes.js");
const { noteChanged, templateChanges } = await import("../../../src/screens/templates/service/template-changes.js");
const { tabsOf } = await import("../../../src/screens/templates/template-tabs.js");
const { usePicture } = await import("../../../src/screens/templates/new/use-picture.js");
const { useProjects } = await import("../../../src/screens/templates/use-projects.js");
const { useTemplates } = await import("../../../src/screens/templates/use-templates.js");
const { useWork } = await import("../../../src/screens/templates/use-work.js");
const { forgetAll } = await import("../../../src/service/resources.js");
const { readSession } = await import("../../../src/session/session.js");
page.close();

const template = (id: string, name = id) => ({
  id,
  name,
  description: "",
  projectId: "p-1",
  projectName: "Cards",
  version: 1,
  createdAt: "2026-03-01T00:00:00.000Z",
  updatedAt: "2026-03-01T00:00:00.000Z",
});

let service = openService();
service.close();
let shown = page;
beforeEach(() => {
  stopClock();
  shown = openPage();
  service = openService();
});
afterEach(async () => {
  await leaveAll();
  forgetAll();
  templateChanges.value = new Map();
  service.close();
  shown.close();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe("the filters in the address of the gallery", () => {
  test.each([
    ["", { q: undefined, project: undefined, sort: "updated" }, false],
    ["q=+card+&sort=name", { q: "card", project: undefined, sort: "name" }, true],
    ["q=++&sort=size", { q: undefined, project: undefined, sort: "updated" }, false],
    ["project=p-1&deleted=true", { q: undefined, project: "p-1", sort: "updated", deleted: true }, true],
    ["deleted=yes&sort=created", { q: undefined, project: undefined, sort: "created" }, false],
  ])("“%s” are read as %o", (text, query, isPart) => {
    expect(readQuery(new URLSearchParams(text))).toEqual(query);
    expect(isFiltered(readQuery(new URLSearchParams(text)))).toBe(isPart);
  });
});

describe("a list of templates", () => {
  test("is read in parts of 60", async () => {
    service.on("GET /templates", () => ({ templates: [template("a"), template("b")], hasMore: true, total: 130 }));
    expect(await listTemplates({ sort: "name" })).toEqual({
      items: [template("a"), template("b")],
      next: 2,
      total: 130,
    });
    expect((await listTemplates({ sort: "name", deleted: true, q: "card" }, 60)).next).toBe(62);
    service.on("GET /templates", () => ({ templates: [template("c")], hasMore: false }));
    expect(await listTemplates({ sort: "name", deleted: false }, 5, undefined, 1)).toMatchObject({ next: undefined });
    expect(service.calls()).toEqual([
      "GET /templates?sort=name&offset=0&limit=60",
      "GET /templates?q=card&sort=name&deleted=true&offset=60&limit=60",
      "GET /templates?sort=name&offset=5&limit=1",
    ]);
  });

  test("shows what was changed on this page until the service lists it", async () => {
    service.on("GET /templates", () => ({ templates: [template("a", "Card")], hasMore: false, total: 1 }));
    const hook = await show(() => useTemplates({ sort: "updated" }));
    const names = () => hook.result.data?.items.map(({ name }) => name);
    expect(names()).toEqual(["Card"]);
    noteChanged(template("a", "Ticket"));
    await pass(2_000);
    await hook.result.reload();
    await pass(0);
    expect(names()).toEqual(["Ticket"]);
    service.on("GET /templates", () => ({ templates: [template("a", "Poster")], hasMore: false, total: 1 }));
    // The change is settled now, so the list is read again and wins.
    await pass(1_000);
    await pass(1);
    expect(names()).toEqual(["Poster"]);
    expect(templateChanges.peek().size).toBe(0);
  });

  test("stays while the list of another filter is loading, but not when that fails", async () => {
    service.on("GET /templates", () => ({ templates: [template("a", "Card")], hasMore: false, total: 1 }));
    let query: TemplateQuery = { sort: "updated" };
    const hook = await show(() => useTemplates(query));
    expect(hook.result.data?.items).toHaveLength(1);
    service.on("GET /templates", () => failure(400, "INVALID_REQUEST"));
    query = { q: "card", sort: "updated" };
    hook.again();
    expect(hook.result.data?.items).toHaveLength(1);
    await pass(100);
    expect(hook.result.data).toBeUndefined();
    expect(hook.result.error?.message).toBe("The request failed with INVALID_REQUEST.");
  });

  test("of projects is read from the service", async () => {
    service.on("GET /projects", () => ({ projects: [{ id: "p-1", name: "Cards" }] }));
    const hook = await show(() => useProjects());
    expect(hook.result.data).toEqual([{ id: "p-1", name: "Cards" }]);
  });

  test("shows a small picture of each version", () => {
    expect(thumbnailUrl("a/b", 3)).toBe("/api/v1/templates/a%2Fb/thumbnail?version=3");
  });
});

test("a template has an editor only for a session that may change templates", async () => {
  const tabs = () => tabsOf("t-1").map(({ href, label, isCurrent }) => [href, label, isCurrent]);
  service.on("GET /session", () => ({ workspaceId: "w-1", scopes: ["render"] }));
  await readSession();
  expect(tabs()).toEqual([
    ["/studio/templates/t-1", "Try it", false],
    ["/studio/templates/t-1/versions", "Versions", true],
  ]);
  service.on("GET /session", () => ({ workspaceId: "w-1", scopes: ["templates"] }));
  await readSession();
  expect(tabs()[1]).toEqual(["/studio/templates/t-1/edit", "Edit", false]);
});

describe("the picture of a document that is typed", () => {
  /** Shows the picture of a text. An empty text has no document. */
  async function picture() {
    const revoked: unknown[] = [];
    let pictures = 0;
    jest.spyOn(URL, "createObjectURL").mockImplementation(() => `blob:${++pictures}`);
    jest.spyOn(URL, "revokeObjectURL").mockImplementation((address) => void revoked.push(address));
    service.on("POST /templates/preview", () => new Response("bytes"));
    let text = "first";
    const content = { width: 10, height: 10, layers: [] };
    const hook = await show(() => usePicture(text, () => (text === "" ? undefined : { content, previewScale: 0.5 })));
    const type = async (to: string) => {
      text = to;
      hook.again();
      await pass(100);
    };
    return { hook, type, revoked };
  }

  test("is drawn after a pause of 0.4 seconds, once for all that was typed", async () => {
    const { hook, type } = await picture();
    await type("second");
    await pass(300);
    expect(service.requests).toHaveLength(0);
    await pass(100);
    expect(service.requests.map(({ body }) => body)).toEqual([
      { document: { width: 10, height: 10, layers: [] }, format: "webp", scale: 0.5 },
    ]);
    expect(hook.result).toEqual({ picture: "blob:1", error: undefined });
  });

  test("stays when the next text has an error or no document", async () => {
    const { hook, type, revoked } = await picture();
    await pass(400);
    service.on("POST /templates/preview", () => failure(422, "INVALID_DOCUMENT"));
    await type("second");
    await pass(400);
    expect(hook.result.picture).toBe("blob:1");
    expect(hook.result.error?.message).toBe("The request failed with INVALID_DOCUMENT.");
    await type("");
    await pass(400);
    expect(hook.result.picture).toBe("blob:1");
    expect([service.requests.length, revoked]).toEqual([2, []]);
  });

  test("replaces the one before, whose bytes are given back", async () => {
    const { hook, type, revoked } = await picture();
    await pass(400);
    await type("second");
    await pass(400);
    expect(hook.result.picture).toBe("blob:2");
    await pass(100);
    expect(revoked).toEqual(["blob:1"]);
    await leaveAll();
    expect(revoked).toEqual(["blob:1", "blob:2"]);
  });

  test("of an older text that arrives late is ignored", async () => {
    const { hook, type } = await picture();
    service.on(
      "POST /templates/preview",
      ({ signal }) => new Promise((_, fail) => signal.addEventListener("abort", fail)),
    );
    await pass(400);
    await type("second");
    expect(service.requests[0]?.signal.aborted).toBe(true);
    expect(hook.result).toEqual({ picture: undefined, error: undefined });
  });
});

describe("something that a person has started", () => {
  test("runs once at a time, and then says what came of it", async () => {
    const hook = await show(() => useWork());
    const results: string[] = [];
    let end: (result: string) => void = () => undefined;
    const work = () => new Promise<string>((resolve) => (end = resolve));
    void hook.result.run(work, (result) => results.push(result));
    await promises();
    expect(hook.result.isBusy).toBe(true);
    await hook.result.run(
      async () => "second",
      (result) => results.push(result),
    );
    end("first");
    await promises();
    expect(results).toEqual(["first"]);
    expect(hook.result).toMatchObject({ isBusy: false, error: undefined });
  });

  test("keeps its error until it is started again", async () => {
    const hook = await show(() => useWork());
    await hook.result.run(
      () => Promise.reject(new Error("It is full.")),
      () => undefined,
    );
    await promises();
    expect(hook.result).toMatchObject({ isBusy: false, error: new Error("It is full.") });
    void hook.result.run(
      () => new Promise(() => undefined),
      () => undefined,
    );
    await promises();
    expect(hook.result).toMatchObject({ isBusy: true, error: undefined });
  });
});
