import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createPublicTemplates } from "../../aws/template-finder.js";
import { createTemplatesTable } from "../../aws/templates-table.js";
import type { PublicTemplateReader, StoredTemplate, TemplateStore } from "../../core/templates/template-version.js";
import { describeOnTables } from "../support/implementations.js";
import { createInMemoryDocuments } from "../support/in-memory-buckets.js";
import { createInMemoryTemplates } from "../support/in-memory-templates.js";
import { OTHER_WORKSPACE, START_MS, WORKSPACE } from "../support/render-fixture.js";
import { nextVersion, sampleTemplate } from "../support/template-samples.js";

const TIMES = { nowMs: START_MS, forgetAtMs: START_MS + 1_000_000 };

describeOnTables<TemplateStore & PublicTemplateReader>(
  "restored templates",
  {
    inMemory: () => createInMemoryTemplates(),
    adapter: ({ client, names }) => {
      const documents = createInMemoryDocuments();
      return {
        ...createTemplatesTable(client, names.Templates, documents, names.Jobs),
        ...createPublicTemplates(client, names.Templates, documents),
      };
    },
  },
  (store) => {
    async function create(more: Partial<StoredTemplate["head"]> = {}, document?: string): Promise<StoredTemplate> {
      const template = sampleTemplate(more, document);
      expect(await store().create(template)).toBe("created");
      return template;
    }

    async function change(template: StoredTemplate, document: string): Promise<StoredTemplate> {
      const next = nextVersion(template, document);
      expect(await store().update(next.head, template.head.revision, next.version)).toBe(true);
      return next;
    }

    test("a restored template is found again with all its versions, and changes like before", async () => {
      const templates = store();
      const first = await create({ description: "For concerts", projectId: randomUUID() });
      const second = await change(first, '{"second":true}');
      const { id } = first.head;
      expect(await templates.remove(WORKSPACE, id, TIMES)).toBe(true);
      const times = { nowMs: START_MS + 10, keptMs: 1_000_000 };
      expect(await templates.restore(WORKSPACE, id, times)).toBe("restored");
      const head = { ...second.head, updatedAtMs: START_MS + 10, revision: 4 };
      expect(await templates.find(WORKSPACE, id, "highest")).toEqual({ head, version: second.version });
      expect(await templates.find(WORKSPACE, id, 1)).toEqual({ head, version: first.version });
      expect(await templates.findPublic(id, 2)).toEqual({ head, version: second.version });
      expect((await templates.listVersions(WORKSPACE, id, 10))?.map(({ version }) => version)).toEqual([2, 1]);
      await change({ head, version: second.version }, '{"third":true}');
    });

    test("only deleted templates are in the list of deleted templates, until they are restored", async () => {
      const templates = store();
      const workspaceId = randomUUID();
      const [kept, older, newer] = [
        await create({ workspaceId }),
        await create({ workspaceId }),
        await create({ workspaceId }),
      ];
      const facts = async (list: "listPage" | "listDeletedPage") =>
        (await templates[list](workspaceId, 10, undefined)).templates.map(({ id, updatedAtMs }) => [id, updatedAtMs]);
      await templates.remove(workspaceId, older.head.id, { ...TIMES, nowMs: START_MS + 1 });
      await templates.remove(workspaceId, newer.head.id, { ...TIMES, nowMs: START_MS + 2 });
      expect(await facts("listDeletedPage")).toEqual([
        [newer.head.id, START_MS + 2],
        [older.head.id, START_MS + 1],
      ]);
      expect(await facts("listPage")).toEqual([[kept.head.id, START_MS]]);
      const [listed] = (await templates.listDeletedPage(workspaceId, 10, undefined)).templates;
      expect(listed).toEqual(
        expect.objectContaining({ workspaceId, name: "Card", highestVersion: 1, createdAtMs: START_MS }),
      );
      expect(await templates.restore(workspaceId, older.head.id, { nowMs: START_MS + 3, keptMs: 100 })).toBe(
        "restored",
      );
      expect(await facts("listDeletedPage")).toEqual([[newer.head.id, START_MS + 2]]);
      expect(await facts("listPage")).toEqual([
        [older.head.id, START_MS + 3],
        [kept.head.id, START_MS],
      ]);
    });

    test("a template is restored only by its workspace, only when it is deleted, and only in time", async () => {
      const templates = store();
      const { head } = await create();
      const times = { nowMs: START_MS + 100, keptMs: 100 };
      expect(await templates.restore(WORKSPACE, head.id, times)).toBe("in-use");
      await templates.remove(WORKSPACE, head.id, TIMES);
      expect(await templates.restore(OTHER_WORKSPACE, head.id, times)).toBe("missing");
      expect(await templates.restore(WORKSPACE, randomUUID(), times)).toBe("missing");
      expect(await templates.restore(WORKSPACE, head.id, times)).toBe("expired");
      expect(await templates.find(WORKSPACE, head.id, "highest")).toBeUndefined();
      expect((await templates.listDeletedPage(OTHER_WORKSPACE, 10, undefined)).templates).toEqual([]);
    });

    test("a template can be deleted and restored again and again", async () => {
      const templates = store();
      const { head, version } = await create({}, JSON.stringify({ text: "x".repeat(300_000) }));
      for (let nowMs = START_MS; nowMs < START_MS + 4; nowMs += 2) {
        expect(await templates.remove(WORKSPACE, head.id, { nowMs, forgetAtMs: nowMs + 1_000_000 })).toBe(true);
        expect(await templates.restore(WORKSPACE, head.id, { nowMs: nowMs + 1, keptMs: 100 })).toBe("restored");
      }
      expect((await templates.find(WORKSPACE, head.id, "highest"))?.version).toEqual(version);
    });
  },
);
