/** A stored template version, and the ports that read and write templates. */
import * as z from "zod";
import { editionSchema } from "@image-render/engine/document";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import type { ListedTemplate, TemplateHead } from "./template-head.js";

/** Versions are immutable and numbered from 1. `document` is the JSON text that the author sent. */
export const templateVersionSchema = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  version: z.int().min(1),
  /** The name of the template when the version was stored. */
  name: z.string(),
  document: z.string(),
  /** The edition of the template language. Versions that were stored before there were editions have none. */
  edition: editionSchema.optional(),
  /** The author's note about this version. */
  note: z.string().optional(),
  /** Set on versions that the deployment created, not an author. */
  origin: z.literal("starter").optional(),
  createdAtMs: z.int(),
});
export type TemplateVersion = z.infer<typeof templateVersionSchema>;

/** A template at one of its versions. */
export interface StoredTemplate {
  readonly head: TemplateHead;
  readonly version: TemplateVersion;
}

export interface VersionFacts {
  readonly version: number;
  readonly createdAtMs: number;
  /** The size of the document text. */
  readonly bytes: number;
  readonly note?: string | undefined;
}

/** A page of the templates of a workspace, newest update first. Templates with the same time have no fixed order. */
export interface TemplatePage {
  readonly templates: readonly ListedTemplate[];
  /** The start of the next page. `undefined` on the last page. */
  readonly next: TemplateCursor | undefined;
}

/** A position in a list. Its content depends on the store. */
export type TemplateCursor = Readonly<Record<string, unknown>>;

/** The port for renderers, which need only the version of a job. */
export interface TemplateVersionReader {
  /** Finds a version, even of a deleted template. Resolves to `undefined` for another workspace. */
  findVersion(workspaceId: string, templateId: string, version: number): Promise<TemplateVersion | undefined>;
}

/**
 * The port for signed images only: their verified signature replaces a caller. All other code must name the workspace.
 */
export interface PublicTemplateReader {
  /** Finds a template of any workspace, unless it was deleted. */
  findPublic(templateId: string, version: number | "highest"): Promise<StoredTemplate | undefined>;
}

/** Never returns templates of other workspaces. Only `findVersion` returns deleted templates. */
export interface TemplateStore extends TemplateVersionReader {
  /** Finds a template with the given version or its highest version. The read is consistent. */
  find(workspaceId: string, templateId: string, version: number | "highest"): Promise<StoredTemplate | undefined>;
  /**
   * Stores a template with its first version, and the idempotency record in the same transaction. `exists`: the ID
   * exists, possibly as a deleted template. `recorded`: the record exists. Only `created` means that something was
   * written.
   */
  create(template: StoredTemplate, record?: IdempotencyRecord): Promise<"created" | "exists" | "recorded">;
  /**
   * Replaces the head, and writes the next version in the same transaction if there is one. Resolves to `false`, with
   * no change, if the stored head does not have the expected revision.
   */
  update(head: TemplateHead, expectedRevision: number, next?: TemplateVersion): Promise<boolean>;
  /** Deletes a template. Its versions expire at `forgetAtMs`. Resolves to `false` if there is no such template. */
  remove(workspaceId: string, templateId: string, times: { nowMs: number; forgetAtMs: number }): Promise<boolean>;
  /**
   * Restores a deleted template with all its versions. `in-use`: the template is not deleted. `expired`: its versions
   * were kept for `keptMs`, and this time is over. `changed`: another call deleted or restored it at the same time.
   * `missing`: the workspace never had it. Only `restored` means that this call has restored it.
   */
  restore(
    workspaceId: string,
    templateId: string,
    times: { nowMs: number; keptMs: number },
  ): Promise<"restored" | "in-use" | "expired" | "changed" | "missing">;
  /** Lists the newest versions of a template, up to `limit`. Resolves to `undefined` if there is no such template. */
  listVersions(workspaceId: string, templateId: string, limit: number): Promise<readonly VersionFacts[] | undefined>;
  /** Lists up to `limit` templates, starting at a position of the list. Eventually consistent. */
  listPage(workspaceId: string, limit: number, from: TemplateCursor | undefined): Promise<TemplatePage>;
  /**
   * Lists deleted templates like `listPage`. `updatedAtMs` is the time of the deletion. The list can contain templates
   * whose versions have just expired.
   */
  listDeletedPage(workspaceId: string, limit: number, from: TemplateCursor | undefined): Promise<TemplatePage>;
}
