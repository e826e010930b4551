import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { pass, promises, stopClock } from "../../support/clock.js";
import { openPage, type TestPage } from "../../support/page.js";
import { failure, json, nothing, openService, type TestService } from "../../support/service.js";

const CARD = {
  id: "t-1",
  name: "Card",
  description: "A card",
  projectId: "p-1",
  projectName: "Cards",
  version: 3,
  createdAt: "2026-03-01T00:00:00.000Z",
  updatedAt: "2026-03-02T00:00:00.000Z",
};
/** A template as the service returns it. */
const stored = (fields: object = {}) => ({ ...CARD, edition: 1, document: { width: 10, layers: [] }, ...fields });

const toasts: { readonly text: string; readonly undo: (() => void) | undefined }[] = [];
jest.unstable_mockModule("../../../src/components/toasts.js", () => ({
  toast: (text: string, undo?: () => void) => toasts.push({ text, undo }),
}));
// The modules read the address when they are loaded.
const first = openPage();
const actions = await import("../../../src/screens/templates/service/template-actions.js");
const changes = await import("../../../src/screens/templates/service/template-changes.js");
const resources = await import("../../../src/service/resources.js");
first.close();

let page: TestPage;
let service: TestService;
beforeEach(() => {
  stopClock("2026-03-02T09:30:00.000Z");
  page = openPage();
  service = openService();
});
afterEach(() => {
  service.close();
  page.close();
  toasts.length = 0;
  changes.templateChanges.value = new Map();
  resources.forgetAll();
  jest.useRealTimers();
});

/** What the page shows of a template that was changed: its name, or that it is deleted, and whether it is new. */
function changeOf(id: string) {
  const change = changes.templateChanges.peek().get(id);
  return change && [change.template?.name, change.isNew];
}

/** Undoes what the last message is about. */
async function undo(): Promise<void> {
  toasts.at(-1)?.undo?.();
  await promises();
}

describe("duplicating a template", () => {
  beforeEach(() => {
    service.on("GET /templates/t-1", () => stored());
    service.on("POST /templates", ({ body }) => json(201, stored({ id: "t-2", ...(body as object) })));
  });

  test("creates a new one with the same document, edition and project", async () => {
    await actions.duplicateTemplate(CARD);
    expect(service.requests[1]?.body).toEqual({
      name: "Card copy",
      projectId: "p-1",
      description: "A card",
      document: { edition: 1, width: 10, layers: [] },
    });
    expect(changeOf("t-2")).toEqual(["Card copy", true]);
    expect(changes.templateChanges.peek().get("t-2")?.template).toEqual({ ...CARD, id: "t-2", name: "Card copy" });
    expect(toasts.map(({ text }) => text)).toEqual(["“Card copy” is created"]);
  });

  test("can be undone", async () => {
    service.on("DELETE /templates/t-2", nothing);
    await actions.duplicateTemplate(CARD);
    await undo();
    expect(service.calls().at(-1)).toBe("DELETE /templates/t-2");
    expect(changeOf("t-2")).toEqual([undefined, true]);
  });

  test("says so when the undo fails", async () => {
    service.on("DELETE /templates/t-2", () => failure(403, "FORBIDDEN"));
    await actions.duplicateTemplate(CARD);
    await undo();
    expect(toasts.at(-1)?.text).toBe("“Card copy” could not be deleted. The request failed with FORBIDDEN.");
    expect(changeOf("t-2")).toEqual(["Card copy", true]);
  });
});

describe("deleting a template", () => {
  beforeEach(() => {
    service.on("DELETE /templates/t-1", nothing);
    service.on("POST /templates/t-1/restore", () => stored());
  });

  test("hides it, after its own pages were left, and says until when it can be restored", async () => {
    const before: boolean[] = [];
    await actions.deleteTemplate(CARD, () => before.push(changes.templateChanges.peek().has("t-1")));
    expect(before).toEqual([false]);
    expect(changeOf("t-1")).toEqual([undefined, false]);
    expect(toasts.map(({ text }) => text)).toEqual(["“Card” is deleted. It can be restored until Mar 17, 2026."]);
  });

  test("can be undone", async () => {
    await actions.deleteTemplate(CARD);
    await undo();
    expect(service.calls()).toEqual(["DELETE /templates/t-1", "POST /templates/t-1/restore"]);
    expect(changeOf("t-1")).toEqual(["Card", true]);
    expect(toasts).toHaveLength(1);
  });

  test("changes nothing if the service refuses it", async () => {
    service.on("DELETE /templates/t-1", () => failure(403, "FORBIDDEN"));
    const onDelete = jest.fn();
    await expect(actions.deleteTemplate(CARD, onDelete)).rejects.toThrow("FORBIDDEN");
    expect([onDelete.mock.calls, changeOf("t-1"), toasts]).toEqual([[], undefined, []]);
  });
});

test("a template that is restored from the list of deleted ones is new in the other list", async () => {
  service.on("POST /templates/t-1/restore", () => stored());
  await actions.restoreTemplate(CARD);
  expect(changeOf("t-1")).toEqual(["Card", true]);
  expect(toasts).toEqual([{ text: "“Card” is restored", undo: undefined }]);
});

test("a new name can be taken back, and a new template that is renamed stays new", async () => {
  service.on("PUT /templates/t-1", ({ body }) => stored(body as object));
  await actions.renameTemplate(CARD, "Ticket");
  expect(changeOf("t-1")).toEqual(["Ticket", false]);
  expect(toasts[0]?.text).toBe("Renamed to “Ticket”");
  changes.noteChanged(CARD, { isNew: true });
  await undo();
  expect(service.requests.map(({ body }) => body)).toEqual([{ name: "Ticket" }, { name: "Card" }]);
  expect(changeOf("t-1")).toEqual(["Card", true]);
});

test("a move to another project can be taken back", async () => {
  service.on("PUT /templates/t-1", ({ body }) => stored({ ...(body as object), projectName: "Tickets" }));
  await actions.moveTemplate(CARD, "p-2");
  expect(changes.templateChanges.peek().get("t-1")?.template?.projectId).toBe("p-2");
  expect(toasts[0]?.text).toBe("“Card” is now in “Tickets”");
  await undo();
  expect(service.requests.map(({ body }) => body)).toEqual([{ projectId: "p-2" }, { projectId: "p-1" }]);
  expect(changes.templateChanges.peek().get("t-1")?.template?.projectId).toBe("p-1");
});

/** Something that a page shows, and how often it was read. */
function shownEntry(key: string) {
  const entry = resources.entryOf(key);
  let reads = 0;
  entry.load = async () => ++reads;
  entry.users = 1;
  return () => reads;
}

test("a new project appears in the lists of projects", async () => {
  service.on("POST /projects", () => json(201, { id: "p-2", name: "Tickets" }));
  const reads = shownEntry("projects/list");
  expect(await actions.createProject("Tickets")).toBe("p-2");
  expect(service.requests[0]?.body).toEqual({ name: "Tickets" });
  expect(reads()).toBe(1);
});

describe("a change on this page", () => {
  test("reads the template again at once, and the lists after three seconds, when they contain it", async () => {
    const [one, other, list] = [
      shownEntry("templates/one/t-1"),
      shownEntry("templates/one/t-2"),
      shownEntry("templates/list?{}"),
    ];
    changes.noteChanged(CARD);
    expect([one(), other(), list()]).toEqual([1, 0, 0]);
    await pass(2_999);
    expect(list()).toBe(0);
    await pass(1);
    expect([one(), other(), list()]).toEqual([1, 0, 1]);
  });

  test("is forgotten when a list was requested three seconds later", () => {
    changes.noteChanged(CARD);
    changes.noteDeleted("t-2");
    const at = Date.now();
    changes.forgetSettled(at + 2_999);
    expect(changes.templateChanges.peek().size).toBe(2);
    const before = changes.templateChanges.peek();
    changes.forgetSettled(at);
    expect(changes.templateChanges.peek()).toBe(before);
    changes.forgetSettled(at + 3_000);
    expect(changes.templateChanges.peek().size).toBe(0);
  });
});
