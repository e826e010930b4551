import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createProjectsTable } from "../../aws/projects-table.js";
import { createPublicTemplates } from "../../aws/template-finder.js";
import { createTemplatesTable } from "../../aws/templates-table.js";
import type { ProjectStore } from "../../core/templates/project.js";
import type { PublicTemplateReader, StoredTemplate, TemplateStore } from "../../core/templates/template-version.js";
import { updateTemplate } from "../../core/templates/update-template.js";
import { describeOnTables } from "../support/implementations.js";
import { createInMemoryDocuments } from "../support/in-memory-buckets.js";
import { createInMemoryProjects, createInMemoryTemplates } from "../support/in-memory-templates.js";
import { DOCUMENT, OTHER_WORKSPACE, START_MS, WORKSPACE } from "../support/render-fixture.js";
import { nextVersion, sampleTemplate } from "../support/template-samples.js";

interface Stores {
  readonly templates: TemplateStore & PublicTemplateReader;
  readonly projects: ProjectStore;
}

const TIMES = { nowMs: START_MS, forgetAtMs: START_MS + 1_000_000 };

describeOnTables<Stores>(
  "templates",
  {
    inMemory: () => ({ templates: createInMemoryTemplates(), projects: createInMemoryProjects() }),
    adapter: ({ client, names }) => {
      const documents = createInMemoryDocuments();
      return {
        templates: {
          ...createTemplatesTable(client, names.Templates, documents, names.Jobs),
          ...createPublicTemplates(client, names.Templates, documents),
        },
        projects: createProjectsTable(client, names.Workspaces),
      };
    },
  },
  (stores) => {
    async function create(more: Partial<StoredTemplate["head"]> = {}, document?: string): Promise<StoredTemplate> {
      const template = sampleTemplate(more, document);
      expect(await stores().templates.create(template)).toBe("created");
      return template;
    }

    async function change(template: StoredTemplate, document: string): Promise<StoredTemplate> {
      const next = nextVersion(template, document);
      expect(await stores().templates.update(next.head, template.head.revision, next.version)).toBe(true);
      return next;
    }

    test("a template whose idempotency record exists is not written", async () => {
      const { templates } = stores();
      const id = `idempotency#${randomUUID()}`;
      const record = { id, bodyHash: "hash", status: 201, responseBody: "{}", expiresAt: START_MS / 1000 + 60 };
      const [first, second] = [sampleTemplate(), sampleTemplate()];
      expect(await templates.create(first, record)).toBe("created");
      expect(await templates.create(second, record)).toBe("recorded");
      expect(await templates.find(WORKSPACE, first.head.id, "highest")).toEqual(first);
      expect(await templates.find(WORKSPACE, second.head.id, "highest")).toBeUndefined();
    });

    test("a stored template is found at its highest version and at each version", async () => {
      const { templates } = stores();
      const first = await create({ description: "For concerts", projectId: randomUUID() });
      const second = await change(first, '{"second":true}');
      const { id } = first.head;
      expect(await templates.find(WORKSPACE, id, "highest")).toEqual(second);
      expect(await templates.find(WORKSPACE, id, 2)).toEqual(second);
      expect(await templates.find(WORKSPACE, id, 1)).toEqual({ head: second.head, version: first.version });
      expect(await templates.findVersion(WORKSPACE, id, 1)).toEqual(first.version);
      expect(await templates.find(WORKSPACE, id, 3)).toBeUndefined();
      expect(await templates.findVersion(WORKSPACE, id, 3)).toBeUndefined();
      expect(await templates.find(WORKSPACE, randomUUID(), "highest")).toBeUndefined();
    });

    test("another workspace cannot find, list, change, or delete a template", async () => {
      const { templates } = stores();
      const template = await create();
      const { id } = template.head;
      expect(await templates.find(OTHER_WORKSPACE, id, "highest")).toBeUndefined();
      expect(await templates.find(OTHER_WORKSPACE, id, 1)).toBeUndefined();
      expect(await templates.findVersion(OTHER_WORKSPACE, id, 1)).toBeUndefined();
      expect(await templates.listVersions(OTHER_WORKSPACE, id, 10)).toBeUndefined();
      expect((await templates.listPage(OTHER_WORKSPACE, 10, undefined)).templates).toEqual([]);
      expect(await templates.remove(OTHER_WORKSPACE, id, TIMES)).toBe(false);
      expect(await templates.find(WORKSPACE, id, "highest")).toEqual(template);
    });

    test("findPublic finds templates of all workspaces, except deleted ones", async () => {
      const { templates } = stores();
      const template = await create({ workspaceId: randomUUID() });
      const { id, workspaceId } = template.head;
      expect(await templates.findPublic(id, "highest")).toEqual(template);
      expect(await templates.findPublic(id, 1)).toEqual(template);
      expect(await templates.findPublic(id, 2)).toBeUndefined();
      await templates.remove(workspaceId, id, TIMES);
      expect(await templates.findPublic(id, "highest")).toBeUndefined();
      expect(await templates.findPublic(id, 1)).toBeUndefined();
    });

    test("creating a template with an existing ID returns false and does not change the template", async () => {
      const { templates } = stores();
      const template = await create();
      expect(await templates.create({ ...template, head: { ...template.head, name: "Other" } })).toBe("exists");
      expect(await templates.find(WORKSPACE, template.head.id, "highest")).toEqual(template);
    });

    test("a document of 2 MB is stored and read completely", async () => {
      const { templates } = stores();
      const large = JSON.stringify({ text: "ä".repeat(1_000_000) });
      const first = await create({}, large);
      await change(first, `${large} `);
      const { id } = first.head;
      expect((await templates.find(WORKSPACE, id, "highest"))?.version.document).toBe(`${large} `);
      expect((await templates.findVersion(WORKSPACE, id, 1))?.document).toBe(large);
      expect(await templates.listVersions(WORKSPACE, id, 10)).toEqual([
        { version: 2, createdAtMs: START_MS + 1, bytes: 2_000_012 },
        { version: 1, createdAtMs: START_MS, bytes: 2_000_011 },
      ]);
    });

    test("the note of a version is in the list of versions, and versions without a note have none", async () => {
      const { templates } = stores();
      const { head, version } = await create();
      const next = { ...version, version: 2, note: "Larger title", document: `${version.document} ` };
      expect(await templates.update({ ...head, highestVersion: 2, revision: 2 }, 1, next)).toBe(true);
      const listed = await templates.listVersions(WORKSPACE, head.id, 10);
      expect(listed?.map(({ version: number, note }) => [number, note])).toEqual([
        [2, "Larger title"],
        [1, undefined],
      ]);
      expect((await templates.find(WORKSPACE, head.id, "highest"))?.version.note).toBe("Larger title");
    });

    test("an update of the head removes attributes that the new head does not have", async () => {
      const { templates } = stores();
      const { head, version } = await create({ description: "For concerts", projectId: randomUUID() });
      const next = { ...sampleTemplate().head, id: head.id, name: "Ticket", revision: 2 };
      expect(await templates.update(next, 1)).toBe(true);
      expect(await templates.find(WORKSPACE, head.id, "highest")).toEqual({ head: next, version });
    });

    test("an update with a revision other than the stored one writes neither head nor version", async () => {
      const { templates } = stores();
      const template = await create();
      const next = nextVersion(template, "{}");
      expect(await templates.update(next.head, 7, next.version)).toBe(false);
      expect(await templates.findVersion(WORKSPACE, template.head.id, 2)).toBeUndefined();
      expect(await templates.find(WORKSPACE, template.head.id, "highest")).toEqual(template);
    });

    test("an update never overwrites an existing version", async () => {
      const { templates } = stores();
      const template = await create();
      const changed = { ...template.version, document: "{}" };
      expect(await templates.update({ ...template.head, revision: 2 }, 1, changed)).toBe(false);
      expect(await templates.find(WORKSPACE, template.head.id, "highest")).toEqual(template);
    });

    test("an update of a deleted template is refused, even with the revision after the deletion", async () => {
      const { templates } = stores();
      const { head } = await create();
      await templates.remove(WORKSPACE, head.id, TIMES);
      for (const expected of [1, 2]) expect(await templates.update({ ...head, name: "Back" }, expected)).toBe(false);
    });

    test("ten concurrent changes without If-Match create ten versions", async () => {
      const { templates, projects } = stores();
      const { head } = await create();
      const dependencies = { templates, projects, checkUploads: async () => [], now: () => START_MS };
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          updateTemplate(dependencies, WORKSPACE, head.id, undefined, {
            document: { ...DOCUMENT, width: 500 + index },
          }),
        ),
      );
      const versions = made.map(({ version }) => version).sort((a, b) => a.version - b.version);
      expect(versions.map(({ version }) => version)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
      for (const { version, document } of versions) {
        expect((await templates.find(WORKSPACE, head.id, version))?.version.document).toBe(document);
      }
      const highest = await templates.find(WORKSPACE, head.id, "highest");
      expect(highest?.head).toMatchObject({ highestVersion: 11, revision: 11 });
    });

    test("one of two concurrent changes with the same If-Match is rejected", async () => {
      const { templates, projects } = stores();
      const { head } = await create();
      const dependencies = { templates, projects, checkUploads: async () => [], now: () => START_MS };
      const put = (width: number) =>
        updateTemplate(dependencies, WORKSPACE, head.id, '"1"', { document: { ...DOCUMENT, width } });
      const outcomes = await Promise.allSettled([put(500), put(501)]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const rejected = outcomes.find(({ status }) => status === "rejected");
      expect(rejected).toMatchObject({ reason: { code: "PRECONDITION_FAILED" } });
      expect(await templates.listVersions(WORKSPACE, head.id, 10)).toHaveLength(2);
    });

    test("a deleted template is not found or listed, but its versions can be read and its ID is not reused", async () => {
      const { templates } = stores();
      const workspaceId = randomUUID();
      const first = await create({ workspaceId });
      const second = await change(first, "{}");
      const { id } = first.head;
      expect(await templates.remove(workspaceId, id, TIMES)).toBe(true);
      expect(await templates.find(workspaceId, id, "highest")).toBeUndefined();
      expect(await templates.find(workspaceId, id, 1)).toBeUndefined();
      expect(await templates.listVersions(workspaceId, id, 10)).toBeUndefined();
      expect((await templates.listPage(workspaceId, 10, undefined)).templates).toEqual([]);
      expect(await templates.findVersion(workspaceId, id, 1)).toEqual(first.version);
      expect(await templates.findVersion(workspaceId, id, 2)).toEqual(second.version);
      expect(await templates.create(first)).toBe("exists");
      expect(await templates.remove(workspaceId, id, { ...TIMES, nowMs: START_MS + 5 })).toBe(false);
    });

    test("deleting an unknown template returns false and does not reserve its ID", async () => {
      const { templates } = stores();
      const template = sampleTemplate();
      expect(await templates.remove(WORKSPACE, template.head.id, TIMES)).toBe(false);
      expect(await templates.create(template)).toBe("created");
    });

    test("the list is read in pages, newest update first, without revisions", async () => {
      const workspaceId = randomUUID();
      const { templates } = stores();
      const heads = [];
      for (let index = 0; index < 5; index += 1) {
        const more = { workspaceId, name: `Card ${index}`, updatedAtMs: START_MS + index, description: "d" };
        heads.push((await create(more)).head);
      }
      const first = await templates.listPage(workspaceId, 3, undefined);
      const second = await templates.listPage(workspaceId, 3, first.next);
      const listed = [...first.templates, ...second.templates];
      expect(listed).toEqual(heads.toReversed().map((head) => ({ ...head, revision: undefined })));
      expect(listed.some((template) => "revision" in template)).toBe(false);
      expect([first.templates.length, second.next]).toEqual([3, undefined]);
    });

    test("a changed template moves to the top of the list", async () => {
      const workspaceId = randomUUID();
      const older = await create({ workspaceId });
      const newer = await create({ workspaceId, updatedAtMs: START_MS + 1 });
      await change(await change(older, "{}"), "[]");
      const { templates } = await stores().templates.listPage(workspaceId, 10, undefined);
      expect(templates.map(({ id }) => id)).toEqual([older.head.id, newer.head.id]);
    });

    test("the list of versions contains the newest versions of a template, up to its limit", async () => {
      let current = await create();
      for (let index = 0; index < 4; index += 1) current = await change(current, `{"change":${index}}`);
      const versions = await stores().templates.listVersions(WORKSPACE, current.head.id, 3);
      expect(versions?.map(({ version }) => version)).toEqual([5, 4, 3]);
    });

    test("a project is found and listed only by its own workspace", async () => {
      const { projects } = stores();
      const [workspaceId, other] = [randomUUID(), randomUUID()];
      const project = { id: randomUUID(), workspaceId, name: "Spring", createdAtMs: START_MS };
      await projects.put(project);
      expect(await projects.find(workspaceId, project.id)).toEqual(project);
      expect(await projects.list(workspaceId)).toEqual([project]);
      expect(await projects.find(other, project.id)).toBeUndefined();
      expect(await projects.list(other)).toEqual([]);
    });

    test("storing a project with an existing ID throws and does not change the project", async () => {
      const { projects } = stores();
      const project = { id: randomUUID(), workspaceId: randomUUID(), name: "Spring", createdAtMs: START_MS };
      await projects.put(project);
      await expect(projects.put({ ...project, name: "Autumn" })).rejects.toThrow();
      expect(await projects.list(project.workspaceId)).toEqual([project]);
    });
  },
);
