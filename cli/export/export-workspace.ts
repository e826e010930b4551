/** Writes everything of a workspace to a folder, by the routes that its own keys can call. */
import type { ReadableStream } from "node:stream/web";
import { ApiError as ServiceResponse, type ImageRenderService, type Render } from "@image-render/client";
import type { ApiClient } from "../api/client.js";
import type { ExportFolder } from "./export-folder.js";

/** The number of files that are fetched at the same time. Each is written while it arrives. */
const FILES_AT_ONCE = 4;
const PAGE = 100;
/** After this number of months without entries, no older month is requested. */
const EMPTY_MONTHS = 12;

export interface Export {
  readonly client: ApiClient;
  readonly folder: ExportFolder;
  /** Tells a person what is being written. */
  readonly report: (text: string) => Promise<void>;
}

type Load = (irs: ImageRenderService, next: string | undefined) => Promise<Page>;
interface Page {
  readonly entries: readonly unknown[];
  readonly next: string | undefined;
}

/** @throws ApiError. The same call then continues the export. */
export async function exportWorkspace(job: Export): Promise<void> {
  const { client, folder, report } = job;
  await report("Settings, projects, keys and endpoints");
  folder.writeJson("usage.json", await client.run((irs) => irs.usage.get()));
  folder.writeJson("projects.json", await client.run((irs) => irs.projects.list()));
  folder.writeJson("keys.json", await client.run((irs) => irs.keys.list()));
  folder.writeJson("webhook-endpoints.json", await client.run((irs) => irs.webhooks.endpoints()));
  await report("Templates");
  await exportTemplates(job);
  await report("Uploads");
  await exportUploads(job);
  await report("Renders, batches and pictures");
  await exportRenders(job);
  await report("Webhook deliveries");
  await exportList(job, "webhook-deliveries.jsonl", async (irs, cursor) => {
    const { deliveries, nextCursor } = await irs.webhooks.deliveries({ limit: PAGE, cursor }).page();
    return { entries: deliveries, next: nextCursor };
  });
  await report("Ledger");
  await exportLedger(job);
}

/**
 * Writes a list page by page.
 *
 * @param files writes what belongs to the entries of a page, before the page itself: then a written page is complete
 */
async function exportList(
  { client, folder }: Export,
  file: string,
  load: Load,
  files?: (entries: readonly unknown[]) => Promise<readonly unknown[]>,
): Promise<number> {
  let state = folder.openList(file);
  while (!state.isComplete) {
    const { next: position } = state;
    const { entries, next } = await client.run((irs) => load(irs, position));
    state = folder.addPage(file, state, (await files?.(entries)) ?? entries, next);
  }
  return state.entries;
}

async function exportTemplates(job: Export): Promise<void> {
  const { client, folder } = job;
  const load: Load = async (irs, next) => {
    const { templates, offset, hasMore } = await irs.templates.list({ limit: PAGE, offset: Number(next ?? 0) }).page();
    return { entries: templates, next: hasMore ? String(offset + templates.length) : undefined };
  };
  await exportList(job, "templates.jsonl", load, async (entries) => {
    for (const { id } of entries as readonly { id: string }[]) {
      const newest = await client.run((irs) => irs.templates.get(id));
      for (let version = 1; version <= newest.version; version += 1) {
        const file = `templates/${id}/version-${version}.json`;
        if (folder.has(file)) continue;
        const stored = await client.run((irs) => irs.templates.get(id, { version }));
        // The ETag belongs to the response.
        folder.writeJson(file, { ...stored, etag: undefined });
      }
    }
    return entries;
  });
}

async function exportUploads(job: Export): Promise<void> {
  const load: Load = async (irs, cursor) => {
    const { uploads, nextCursor } = await irs.uploads.list({ limit: PAGE, cursor }).page();
    return { entries: uploads, next: nextCursor };
  };
  await exportList(job, "uploads.jsonl", load, async (entries) => {
    const ready = (entries as readonly { id: string; state: string }[]).filter(({ state }) => state === "ready");
    await atOnce(ready, ({ id }) => saveFile(job, `uploads/${id}`, (irs) => irs.uploads.open(id)));
    return entries;
  });
}

async function exportRenders(job: Export): Promise<void> {
  const load: Load = async (irs, cursor) => {
    const { renders, nextCursor } = await irs.renders.list({ limit: PAGE, cursor }).page();
    return { entries: renders, next: nextCursor };
  };
  await exportList(job, "renders.jsonl", load, async (entries) => {
    const renders = entries as readonly Render[];
    const batches = new Set(renders.flatMap(({ batchId }) => batchId ?? []));
    await atOnce([...batches], (id) => saveBatch(job, id));
    const requests = new Map<string, unknown>();
    await atOnce(renders, async ({ id, status, format, archivedAt }) => {
      requests.set(id, await findRequest(job, id));
      const file = `pictures/${id}.${format}`;
      if (archivedAt !== undefined) job.folder.addMissing(file, `Archived or deleted at ${archivedAt}.`);
      else if (status === "done") await saveFile(job, file, (irs) => irs.renders.open(id));
    });
    return renders.map((render) => ({ ...render, request: requests.get(render.id) }));
  });
}

/** Resolves to the stored request, or to `undefined` if the service no longer has it. */
async function findRequest({ client }: Export, id: string): Promise<unknown> {
  return await client.run(async (irs) => {
    try {
      return (await irs.requestJson("GET /renders/{id}/request", { id })).body;
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  });
}

async function saveBatch({ client, folder }: Export, id: string): Promise<void> {
  const file = `batches/${id}.json`;
  if (folder.has(file)) return;
  const { jobs, ...batch } = await client.run((irs) => irs.batches.get(id));
  folder.writeJson(file, { ...batch, jobIds: jobs.map((render) => render.id) });
}

/** Writes a file. Notes it as missing if the service no longer has it. */
async function saveFile(
  { client, folder }: Export,
  file: string,
  open: (irs: ImageRenderService) => Promise<Response>,
): Promise<void> {
  if (folder.has(file)) return;
  await client.run(async (irs) => {
    try {
      const { body } = await open(irs);
      if (body === null) throw new Error(`The service returned no body for ${file}.`);
      await folder.writeBody(file, body as ReadableStream<Uint8Array>);
    } catch (error) {
      if (!isGone(error)) throw error;
      folder.addMissing(file, error.message);
    }
  });
}

/** Writes the ledger of each month, from the current one back. */
async function exportLedger(job: Export): Promise<void> {
  const at = new Date(job.folder.startedAt);
  for (let [back, empty] = [0, 0]; empty < EMPTY_MONTHS; back += 1) {
    const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back)).toISOString().slice(0, 7);
    const entries = await exportList(job, `ledger/${month}.jsonl`, async (irs, cursor) => {
      const page = await irs.usage.ledger({ month, limit: 1_000, cursor }).page();
      return { entries: page.entries, next: page.nextCursor };
    });
    empty = entries === 0 ? empty + 1 : 0;
  }
}

function isGone(error: unknown): error is ServiceResponse {
  return error instanceof ServiceResponse && (error.status === 404 || error.status === 410);
}

async function atOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, worker));
}
