/**
 * Items of the templates table, key `id` + `version` (number): a version of a template, or at version 0 its head, which
 * holds a copy of the highest version so that one read finds it. Texts too large for that lie in the bucket.
 *
 * Index `byWorkspace` (workspaceId, updatedAtMs) is sparse: heads alone have `updatedAtMs`, and deleted ones lose it.
 */
import * as z from "zod";
import { templateHeadSchema } from "../core/templates/template-head.js";
import {
  type StoredTemplate,
  type TemplateVersion,
  templateVersionSchema,
} from "../core/templates/template-version.js";
import type { DocumentBucket } from "./document-bucket.js";
import { parseItem } from "./stored-item.js";

/** An item holds 400 KB, and a head's name, description and the like come on top. */
export const MAX_INLINE_BYTES = 200 * 1024;

const NAME = "the templates table";

const contentShape = {
  ...templateVersionSchema.pick({ name: true, origin: true, createdAtMs: true }).shape,
  /** Of the document's text. */
  documentBytes: z.int(),
  document: z.string().optional(),
  /** Where the text lies in the bucket. */
  documentKey: z.string().optional(),
};
const hasOneText = (content: { document?: string | undefined; documentKey?: string | undefined }) =>
  (content.document === undefined) !== (content.documentKey === undefined);
const oneText = { error: "It must have either a document or a documentKey." };

const contentSchema = z.object(contentShape).refine(hasOneText, oneText);
export type VersionContent = z.infer<typeof contentSchema>;

const versionItemSchema = z
  .object({ ...templateVersionSchema.omit({ document: true }).shape, ...contentShape })
  .refine(hasOneText, oneText);
const headItemSchema = z.object({ ...templateHeadSchema.shape, highest: contentSchema });
const removedHeadSchema = z.object({ workspaceId: z.uuid(), deletedAtMs: z.int() });

export type Item = Record<string, unknown>;

/** A version's content as its item and the head hold it; a large document is in the bucket when this resolves. */
export async function packContent(
  documents: DocumentBucket,
  version: Omit<TemplateVersion, "version">,
): Promise<VersionContent> {
  const { id, workspaceId, name, origin, createdAtMs, document } = version;
  const documentBytes = Buffer.byteLength(document);
  const kept =
    documentBytes > MAX_INLINE_BYTES ? { documentKey: await documents.put(workspaceId, id, document) } : { document };
  return { name, ...(origin !== undefined && { origin }), createdAtMs, documentBytes, ...kept };
}

export async function readVersion(documents: DocumentBucket, item: Item): Promise<TemplateVersion> {
  const { id, workspaceId, version, ...content } = parseItem(versionItemSchema, item, NAME);
  return { id, workspaceId, version, ...(await unpackContent(documents, content)) };
}

/** The head and the copy of its highest version; `undefined` for the head of a deleted template. */
export function readHead(item: Item) {
  if ("deletedAtMs" in item) return undefined;
  const { highest, ...head } = parseItem(headItemSchema, item, NAME);
  return { head, highest };
}

export async function readHighest(documents: DocumentBucket, item: Item): Promise<StoredTemplate | undefined> {
  const found = readHead(item);
  if (found === undefined) return undefined;
  const { id, workspaceId, highestVersion } = found.head;
  const content = await unpackContent(documents, found.highest);
  return { head: found.head, version: { id, workspaceId, version: highestVersion, ...content } };
}

/** When and for whom a template was deleted; `undefined` for the head of one that is there. */
export function readRemovedHead(item: Item) {
  return "deletedAtMs" in item ? parseItem(removedHeadSchema, item, NAME) : undefined;
}

async function unpackContent(documents: DocumentBucket, content: VersionContent) {
  const { name, origin, createdAtMs, document, documentKey } = content;
  const text = document ?? (await documents.get(documentKey ?? ""));
  return { name, ...(origin !== undefined && { origin }), createdAtMs, document: text };
}
