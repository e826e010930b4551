import { describe, expect, test } from "@jest/globals";
import { deleteTemplate } from "../../../core/templates/delete-template.js";
import { listVersions } from "../../../core/templates/list-versions.js";
import { loadTemplate, loadTemplateVersion } from "../../../core/templates/load-template.js";
import { requireTemplate } from "../../../core/templates/require-template.js";
import { templateEtag } from "../../../core/templates/template-etag.js";
import { updateTemplate } from "../../../core/templates/update-template.js";
import { DOCUMENT, OTHER_WORKSPACE, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { author, type Authoring, createAuthoring, errorOf, OTHER_PROJECT, PROJECT } from "./authoring-support.js";

const WIDER = { ...DOCUMENT, width: 500 };
const DAY_MS = 24 * 60 * 60 * 1000;

async function start() {
  const authoring = createAuthoring();
  const id = await author(authoring, "Card");
  const put = (request: Parameters<typeof updateTemplate>[4], ifMatch?: string) =>
    updateTemplate(authoring, WORKSPACE, id, ifMatch, request);
  return { authoring, id, put, state: () => authoring.templates.heads.get(id) };
}

/** Simulates another writer that changes the template just before each of the next `times` writes. */
function interfere({ templates }: Authoring, id: string, times: number): void {
  const update = templates.update.bind(templates);
  let left = times;
  templates.update = async (head, expectedRevision, next) => {
    const current = templates.heads.get(id);
    if (left > 0 && current !== undefined) {
      left -= 1;
      templates.heads.set(id, {
        ...current,
        description: `by another writer, ${left} left`,
        revision: current.revision + 1,
      });
    }
    return await update(head, expectedRevision, next);
  };
}

describe("a change", () => {
  test("a changed document creates the next version and a new update time", async () => {
    const { authoring, put, state } = await start();
    authoring.clock.nowMs += 1000;
    const changed = await put({ document: WIDER });
    expect(changed.version).toMatchObject({
      version: 2,
      document: JSON.stringify(WIDER),
      createdAtMs: START_MS + 1000,
    });
    expect(state()).toMatchObject({
      highestVersion: 2,
      revision: 2,
      updatedAtMs: START_MS + 1000,
      createdAtMs: START_MS,
    });
  });

  test("a version of edition 1 keeps its edition until its document changes", async () => {
    const { authoring, put } = await start();
    const [first] = authoring.templates.versions;
    if (first === undefined) throw new Error("The template has no version.");
    delete first.edition;
    expect((await put({ document: DOCUMENT, description: "new" })).version).toMatchObject({ version: 1 });
    expect(first).not.toHaveProperty("edition");
    expect((await put({ document: WIDER })).version).toMatchObject({ version: 2, edition: 2 });
    expect((await put({ document: { ...WIDER, edition: 1 } })).version).toMatchObject({ version: 3, edition: 1 });
  });

  test("a request that changes only the order of keys writes nothing", async () => {
    const { authoring, put, state } = await start();
    const before = state();
    authoring.clock.nowMs += 1000;
    const reordered = Object.fromEntries(Object.entries(DOCUMENT).reverse());
    for (const request of [{}, { document: reordered }, { name: "Card", document: DOCUMENT, description: "" }]) {
      expect(templateEtag((await put(request)).head)).toBe('"1"');
    }
    expect(state()).toBe(before);
    expect(authoring.templates.versions).toHaveLength(1);
  });

  test("a change of name, description, and project creates a new revision but no version", async () => {
    const { authoring, put, state } = await start();
    const changed = await put({ name: "Ticket", description: "For concerts", projectId: PROJECT, document: DOCUMENT });
    expect([changed.version.version, changed.project.name, templateEtag(changed.head)]).toEqual([1, "Spring", '"2"']);
    expect(authoring.templates.versions).toHaveLength(1);
    // Although the clock does not move, the update time increases.
    expect(state()?.updatedAtMs).toBe(START_MS + 1);
  });

  test("attributes that the request omits do not change, and null moves the template to the default project", async () => {
    const { put, state } = await start();
    await put({ description: "For concerts", projectId: PROJECT });
    await put({ name: "Ticket" });
    expect(state()).toMatchObject({ name: "Ticket", description: "For concerts", projectId: PROJECT });
    expect((await put({ projectId: null, description: "" })).project.name).toBe("Default project");
    expect(state()).not.toHaveProperty("projectId");
    expect(state()).not.toHaveProperty("description");
  });

  test("a change back to an earlier document creates a new version", async () => {
    const { put } = await start();
    await put({ document: WIDER });
    expect((await put({ document: DOCUMENT })).version.version).toBe(3);
  });

  test.each([
    ["an invalid document", { document: { ...DOCUMENT, width: 0 } }, "VALIDATION_ERROR"],
    ["another workspace's project", { projectId: OTHER_PROJECT }, "NOT_FOUND"],
  ])("a change to %s is rejected, and nothing is written", async (_name, request, code) => {
    const { put, state } = await start();
    expect((await errorOf(put(request)))[0]).toBe(code);
    expect(state()?.revision).toBe(1);
  });
});

describe("If-Match", () => {
  test.each(['"1"', ' "7" , "1"', 'W/"1"', "*"])("If-Match: %s allows a change of revision 1", async (ifMatch) => {
    const { put } = await start();
    expect((await put({ document: WIDER }, ifMatch)).version.version).toBe(2);
  });

  test("If-Match with an old ETag returns PRECONDITION_FAILED with the current version and ETag", async () => {
    const { put, state } = await start();
    await put({ document: WIDER });
    const error = await errorOf(put({ name: "Mine" }, '"1"'));
    expect(error).toEqual(["PRECONDITION_FAILED", { version: 2, etag: '"2"' }]);
    expect(state()?.name).toBe("Card");
  });

  test("If-Match returns PRECONDITION_FAILED if another writer changes the template before the write", async () => {
    const { authoring, id, put, state } = await start();
    interfere(authoring, id, 1);
    expect((await errorOf(put({ document: WIDER }, '"1"')))[0]).toBe("PRECONDITION_FAILED");
    expect(state()).toMatchObject({ highestVersion: 1, description: "by another writer, 0 left" });
  });

  test.each(["1", '"1', "", '"1" "2"'])("a malformed If-Match (%s) returns BAD_REQUEST", async (ifMatch) => {
    const { put } = await start();
    expect((await errorOf(put({}, ifMatch)))[0]).toBe("BAD_REQUEST");
  });
});

describe("concurrent changes without If-Match", () => {
  test("a change that conflicts with others is applied to their result, and no change is lost", async () => {
    const { authoring, id, put, state } = await start();
    interfere(authoring, id, 3);
    const changed = await put({ document: WIDER });
    expect(changed.version.version).toBe(2);
    expect(state()).toMatchObject({ highestVersion: 2, revision: 5, description: "by another writer, 0 left" });
  });

  test("a change that conflicts in every attempt returns PRECONDITION_FAILED", async () => {
    const { authoring, id, put } = await start();
    interfere(authoring, id, Infinity);
    expect((await errorOf(put({ document: WIDER })))[0]).toBe("PRECONDITION_FAILED");
  });
});

describe("a note", () => {
  test("belongs to the version that the same request creates, and to no later one", async () => {
    const { authoring, id, put } = await start();
    await put({ document: WIDER, note: "Wider" });
    // A name creates no version, so there is nothing that the note could be about.
    await put({ name: "Renamed", note: "Lost" });
    await put({ document: { ...WIDER, height: 99 } });
    const versions = await listVersions(authoring.templates, WORKSPACE, id);
    expect(versions.map(({ version, note }) => [version, note])).toEqual([
      [3, undefined],
      [2, "Wider"],
      [1, undefined],
    ]);
  });
});

describe("a deleted template", () => {
  test("a deleted template returns NOT_FOUND, but queued jobs can read its versions for 15 days", async () => {
    const { authoring, id, put } = await start();
    await put({ document: WIDER });
    await deleteTemplate(authoring, WORKSPACE, id);
    const { templates } = authoring;
    for (const call of [
      put({ name: "Back" }),
      loadTemplate(templates, WORKSPACE, id, undefined),
      loadTemplate(templates, WORKSPACE, id, 1),
      listVersions(templates, WORKSPACE, id),
      deleteTemplate(authoring, WORKSPACE, id),
    ]) {
      expect((await errorOf(call))[0]).toBe("NOT_FOUND");
    }
    expect(await loadTemplateVersion(templates, WORKSPACE, id, 1)).toMatchObject({ version: 1, name: "Card" });
    expect(templates.expiresAtMs.get(id)).toBe(START_MS + 15 * DAY_MS);
  });
});

describe("another workspace", () => {
  test("another workspace can neither read nor change nor delete a template", async () => {
    const { authoring, id, state } = await start();
    const { templates } = authoring;
    for (const call of [
      requireTemplate(templates, OTHER_WORKSPACE, id, "highest"),
      requireTemplate(templates, OTHER_WORKSPACE, id, 1),
      loadTemplateVersion(templates, OTHER_WORKSPACE, id, 1),
      updateTemplate(authoring, OTHER_WORKSPACE, id, undefined, { name: "Theirs" }),
      deleteTemplate(authoring, OTHER_WORKSPACE, id),
      listVersions(templates, OTHER_WORKSPACE, id),
    ]) {
      expect((await errorOf(call))[0]).toBe("NOT_FOUND");
    }
    expect(state()).toMatchObject({ name: "Card", revision: 1 });
  });
});

describe("template IDs", () => {
  test("requireTemplate accepts an ID in upper case and returns NOT_FOUND for an ID that is not a UUID", async () => {
    const { authoring, id } = await start();
    const find = (given: string) => requireTemplate(authoring.templates, WORKSPACE, given, "highest");
    expect((await errorOf(find("../1")))[0]).toBe("NOT_FOUND");
    expect((await find(id.toUpperCase())).head.id).toBe(id);
  });
});
