import { describe, expect, test } from "@jest/globals";
import { deleteTemplate } from "../../../core/templates/delete-template.js";
import { listVersions } from "../../../core/templates/list-versions.js";
import { loadTemplate, loadTemplateVersion } from "../../../core/templates/load-template.js";
import { requireTemplate } from "../../../core/templates/require-template.js";
import { templateEtag } from "../../../core/templates/template-etag.js";
import { updateTemplate } from "../../../core/templates/update-template.js";
import { DOCUMENT, OTHER_WORKSPACE, START_MS, WORKSPACE } from "../../support/world.js";
import { author, type Authoring, createAuthoring, faultOf, OTHER_PROJECT, PROJECT } from "./authoring-support.js";

const WIDER = { ...DOCUMENT, width: 500 };
const DAY_MS = 24 * 60 * 60 * 1000;

async function start() {
  const authoring = createAuthoring();
  const id = await author(authoring, "Card");
  const put = (request: Parameters<typeof updateTemplate>[4], ifMatch?: string) =>
    updateTemplate(authoring, WORKSPACE, id, ifMatch, request);
  return { authoring, id, put, state: () => authoring.templates.heads.get(id) };
}

/** Lets somebody else change the template just before each of the next `times` writes. */
function disturb({ templates }: Authoring, id: string, times: number): void {
  const update = templates.update.bind(templates);
  let left = times;
  templates.update = async (head, expectedRevision, next) => {
    const present = templates.heads.get(id);
    if (left > 0 && present !== undefined) {
      left -= 1;
      templates.heads.set(id, {
        ...present,
        description: `by another, ${left} to come`,
        revision: present.revision + 1,
      });
    }
    return await update(head, expectedRevision, next);
  };
}

describe("a change", () => {
  test("of the document makes the next version and moves the template to the top of the list", async () => {
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

  test("of nothing but the order of keys is none: nothing is written", async () => {
    const { authoring, put, state } = await start();
    const before = state();
    authoring.clock.nowMs += 1000;
    const turned = Object.fromEntries(Object.entries(DOCUMENT).reverse());
    for (const request of [{}, { document: turned }, { name: "Card", document: DOCUMENT, description: "" }]) {
      expect(templateEtag((await put(request)).head)).toBe('"1"');
    }
    expect(state()).toBe(before);
    expect(authoring.templates.versions).toHaveLength(1);
  });

  test("of name, description and project alone makes no version, but another state", async () => {
    const { authoring, put, state } = await start();
    const changed = await put({ name: "Ticket", description: "For concerts", projectId: PROJECT, document: DOCUMENT });
    expect([changed.version.version, changed.projectName, templateEtag(changed.head)]).toEqual([1, "Spring", '"2"']);
    expect(authoring.templates.versions).toHaveLength(1);
    // The clock stands still, and yet a change is later than what it changes.
    expect(state()?.updatedAtMs).toBeGreaterThan(START_MS);
  });

  test("leaves what it does not name, and takes a project away by null", async () => {
    const { put, state } = await start();
    await put({ description: "For concerts", projectId: PROJECT });
    await put({ name: "Ticket" });
    expect(state()).toMatchObject({ name: "Ticket", description: "For concerts", projectId: PROJECT });
    expect((await put({ projectId: null, description: "" })).projectName).toBeUndefined();
    expect(state()).not.toHaveProperty("projectId");
    expect(state()).not.toHaveProperty("description");
  });

  test("back to an earlier document is a new version too", async () => {
    const { put } = await start();
    await put({ document: WIDER });
    expect((await put({ document: DOCUMENT })).version.version).toBe(3);
  });

  test.each([
    ["a broken document", { document: { ...DOCUMENT, width: 0 } }, "VALIDATION_ERROR"],
    ["another's project", { projectId: OTHER_PROJECT }, "NOT_FOUND"],
  ])("to %s is refused, and nothing is written", async (_name, request, code) => {
    const { put, state } = await start();
    expect((await faultOf(put(request)))[0]).toBe(code);
    expect(state()?.revision).toBe(1);
  });
});

describe("If-Match", () => {
  test.each(['"1"', ' "7" , "1"', 'W/"1"', "*"])("lets %s pass for the first state", async (ifMatch) => {
    const { put } = await start();
    expect((await put({ document: WIDER }, ifMatch)).version.version).toBe(2);
  });

  test("refuses a change made on an older state, and tells the present one", async () => {
    const { put, state } = await start();
    await put({ document: WIDER });
    const fault = await faultOf(put({ name: "Mine" }, '"1"'));
    expect(fault).toEqual(["PRECONDITION_FAILED", { version: 2, etag: '"2"' }]);
    expect(state()?.name).toBe("Card");
  });

  test("refuses a change that another overtakes on its way", async () => {
    const { authoring, id, put, state } = await start();
    disturb(authoring, id, 1);
    expect((await faultOf(put({ document: WIDER }, '"1"')))[0]).toBe("PRECONDITION_FAILED");
    expect(state()).toMatchObject({ highestVersion: 1, description: "by another, 0 to come" });
  });

  test.each(["1", '"1', "", '"1" "2"'])("that is no list of ETags (%s) is told so", async (ifMatch) => {
    const { put } = await start();
    expect((await faultOf(put({}, ifMatch)))[0]).toBe("BAD_REQUEST");
  });
});

describe("changes at once, without If-Match", () => {
  test("are made one on the other: none is lost", async () => {
    const { authoring, id, put, state } = await start();
    disturb(authoring, id, 3);
    const changed = await put({ document: WIDER });
    expect(changed.version.version).toBe(2);
    expect(state()).toMatchObject({ highestVersion: 2, revision: 5, description: "by another, 0 to come" });
  });

  test("end, if there is no end of them", async () => {
    const { authoring, id, put } = await start();
    disturb(authoring, id, Infinity);
    expect((await faultOf(put({ document: WIDER })))[0]).toBe("PRECONDITION_FAILED");
  });
});

describe("a deleted template", () => {
  test("is gone for everybody but the renders that were queued, and those for 15 days", async () => {
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
      expect((await faultOf(call))[0]).toBe("NOT_FOUND");
    }
    expect(await loadTemplateVersion(templates, WORKSPACE, id, 1)).toMatchObject({ version: 1, name: "Card" });
    expect(templates.forgottenAtMs.get(id)).toBe(START_MS + 15 * DAY_MS);
  });
});

describe("another workspace", () => {
  test("sees, changes and deletes nothing of this one's", async () => {
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
      expect((await faultOf(call))[0]).toBe("NOT_FOUND");
    }
    expect(state()).toMatchObject({ name: "Card", revision: 1 });
  });
});

describe("an id", () => {
  test("that is no uuid is not found, one in capitals is", async () => {
    const { authoring, id } = await start();
    const find = (given: string) => requireTemplate(authoring.templates, WORKSPACE, given, "highest");
    expect((await faultOf(find("../1")))[0]).toBe("NOT_FOUND");
    expect((await find(id.toUpperCase())).head.id).toBe(id);
  });
});
