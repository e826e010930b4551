/** A stored version of a template, and the ports that read and write templates. */
import * as z from "zod";
import type { ListedTemplate, TemplateHead } from "./template-head.js";

/** Versions are immutable and numbered from 1. The document is kept as the JSON text of what its author sent. */
export const templateVersionSchema = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  version: z.int().min(1),
  /** The template's name when the version was stored. */
  name: z.string(),
  document: z.string(),
  /** Set on versions that were put here by the deployment rather than by an author. */
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
  /** Of the document's text. */
  readonly bytes: number;
}

/** A part of a workspace's templates, the last updated first; ties come in any order. */
export interface TemplatePage {
  readonly templates: readonly ListedTemplate[];
  /** Where the next part begins; `undefined` at the end. */
  readonly next: TemplateCursor | undefined;
}

/** A place in a list; only the store that made it knows what is in it. */
export type TemplateCursor = Readonly<Record<string, unknown>>;

/** What a queued render needs: the version that it was created for. */
export interface TemplateVersionReader {
  /** A version, also of a template that was deleted since; `undefined` for another workspace's. */
  findVersion(workspaceId: string, templateId: string, version: number): Promise<TemplateVersion | undefined>;
}

/** What a signed URL needs, whose signature stands in for a caller: nobody else may look beyond a workspace. */
export interface PublicTemplateReader {
  /** A template that is not deleted, whoever owns it. */
  findPublic(templateId: string, version: number | "highest"): Promise<StoredTemplate | undefined>;
}

/** Nothing of it sees another workspace's templates, and but for `findVersion` nothing sees deleted ones. */
export interface TemplateStore extends TemplateVersionReader {
  /** A template at a version, or at its highest one. */
  find(workspaceId: string, templateId: string, version: number | "highest"): Promise<StoredTemplate | undefined>;
  /** Stores a template with its first version. Resolves to false when the id is taken, be it by a deleted template. */
  create(template: StoredTemplate): Promise<boolean>;
  /**
   * Puts a changed head in place of the one of the expected revision, in one step with the next version if there is one.
   * Resolves to false when another change came first.
   */
  update(head: TemplateHead, expectedRevision: number, next?: TemplateVersion): Promise<boolean>;
  /** Deletes a template; its versions stay until `forgetAtMs`. Resolves to false when there is none. */
  remove(workspaceId: string, templateId: string, times: { nowMs: number; forgetAtMs: number }): Promise<boolean>;
  /** The versions of a template, the newest first, `limit` at most. */
  listVersions(workspaceId: string, templateId: string, limit: number): Promise<readonly VersionFacts[] | undefined>;
  /** Up to `limit` templates from a place in the list on. It may lag behind what was just written. */
  listPage(workspaceId: string, limit: number, from: TemplateCursor | undefined): Promise<TemplatePage>;
}
