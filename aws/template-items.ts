/**
 * Items of the templates table. Key: `id` + `version` (number).
 *
 * An item is a template version or, at version 0, the head of a template. The head contains a copy of the highest
 * version, so that one read gets both. Documents that are too large for an item are in the bucket.
 *
 * The index `byWorkspace` (workspaceId, updatedAtMs) is sparse: only heads have `updatedAtMs`, and deletion removes it. A
 * deletion also writes a mark at version 0 of `deleted#<id>`. In the index, it is in the partition of the deleted
 * templates of the workspace, at the time of the deletion. It has the TTL of the versions.
 */
import * as z from "zod";
import { listedTemplateSchema, templateHeadSchema } from "../core/templates/template-head.js";
import {
  type StoredTemplate,
  type TemplateVersion,
  templateVersionSchema,
} from "../core/templates/template-version.js";
import type { DocumentBucket } from "./document-bucket.js";
import { parseItem } from "./stored-item.js";

/** The limit of an item is 400 KB, and a head also contains name, description, and other attributes. */
export const MAX_INLINE_BYTES = 200 * 1024;

const NAME = "the templates table";
const DELETED = "deleted#";

const contentShape = {
  ...templateVersionSchema.pick({ name: true, note: true, origin: true, edition: true, createdAtMs: true }).shape,
  /** The size of the document text. */
  documentBytes: z.int(),
  document: z.string().optional(),
  /** The storage key of the text, if it is in the bucket. */
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
const removedHeadSchema = templateHeadSchema.omit({ updatedAtMs: true }).extend({ deletedAtMs: z.int() });

export type Item = Record<string, unknown>;

/** Converts a version to the content of its item and of the head. Stores a large document in the bucket first. */
export async function packContent(
  documents: DocumentBucket,
  version: Omit<TemplateVersion, "version">,
): Promise<VersionContent> {
  const { id, workspaceId, name, note, origin, edition, createdAtMs, document } = version;
  const documentBytes = Buffer.byteLength(document);
  const text =
    documentBytes > MAX_INLINE_BYTES ? { documentKey: await documents.put(workspaceId, id, document) } : { document };
  return { ...versionFacts({ name, note, origin, edition, createdAtMs }), documentBytes, ...text };
}

export async function readVersion(documents: DocumentBucket, item: Item): Promise<TemplateVersion> {
  const { id, workspaceId, version, ...content } = parseItem(versionItemSchema, item, NAME);
  return { id, workspaceId, version, ...(await unpackContent(documents, content)) };
}

/** Returns the head and its copy of the highest version, or `undefined` for a deleted template. */
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

/** Returns the workspace and the deletion time of a deleted template, or `undefined` if it is not deleted. */
export function readRemovedHead(item: Item) {
  return "deletedAtMs" in item ? parseItem(removedHeadSchema, item, NAME) : undefined;
}

/** Returns the content of a version's item, in the form that the head of its template contains. */
export function contentOf(item: Item): VersionContent {
  return parseItem(contentSchema, item, NAME);
}

/** Returns the ID of the mark of a deleted template. */
export const markId = (templateId: string) => `${DELETED}${templateId}`;
/** Returns the partition of the marks of a workspace in the index `byWorkspace`. */
export const markPartition = (workspaceId: string) => `${DELETED}${workspaceId}`;

/** Reads a mark of the index as the template that was deleted. Its `updatedAtMs` is the time of the deletion. */
export function readMark(item: Item) {
  const mark = { ...item };
  for (const key of ["id", "workspaceId"]) mark[key] = String(item[key]).slice(DELETED.length);
  return parseItem(listedTemplateSchema, mark, NAME);
}

async function unpackContent(documents: DocumentBucket, content: VersionContent) {
  const { name, note, origin, edition, createdAtMs, document, documentKey } = content;
  const text = document ?? (await documents.get(documentKey ?? ""));
  return { ...versionFacts({ name, note, origin, edition, createdAtMs }), document: text };
}

/** Leaves out the attributes that a version does not have. */
function versionFacts({
  note,
  origin,
  edition,
  ...facts
}: Pick<TemplateVersion, "name" | "note" | "origin" | "edition" | "createdAtMs">) {
  return {
    ...facts,
    ...(note !== undefined && { note }),
    ...(origin !== undefined && { origin }),
    ...(edition !== undefined && { edition }),
  };
}
