import * as z from "zod";
import {
  type ProjectBody,
  projectListSchema,
  projectSchema,
  type TemplateBody,
  templateBodySchema,
  type TemplateSummary,
  templateSummarySchema,
  versionListSchema,
} from "../../core/contract/templates-api.js";
import { ApiError } from "../api/api-error.js";
import type { ApiClient } from "../api/client.js";
import { type Document, isSameDocument } from "./document.js";
import type { Entry } from "./manifest.js";

/** The largest page that the API allows. */
const PAGE_SIZE = 100;
/** The maximum number of earlier versions that a pull compares with a file. */
const MAX_VERSIONS_READ = 30;

const stateSchema = templateBodySchema.extend({ etag: z.string().optional() });

/** A template with its ETag, which an update must name. */
export interface RemoteTemplate {
  readonly body: TemplateBody;
  readonly etag: string;
}

/** The templates and projects of a workspace. */
export class Workspace {
  #projects: ProjectBody[] | undefined;

  constructor(readonly client: ApiClient) {}

  /** Returns all templates. Reads the template of an entry's ID separately if the list does not contain it yet. */
  async listTemplates(entries: readonly Entry[] = []): Promise<TemplateSummary[]> {
    const listed = await this.client.read(z.array(templateSummarySchema), (irs) =>
      irs.templates.list({ limit: PAGE_SIZE }).first(Infinity),
    );
    // A template that changes while the pages are read can be on two of them.
    const found = new Map(listed.map((summary) => [summary.id, summary]));
    for (const { ids } of entries) {
      const id = ids[this.client.baseUrl];
      if (id === undefined || found.has(id)) continue;
      const recorded = await this.#findTemplate(id);
      if (recorded !== undefined) found.set(id, recorded.body);
    }
    return [...found.values()];
  }

  /** Returns the deleted templates that can be restored. */
  async listDeleted(): Promise<TemplateSummary[]> {
    return await this.client.read(z.array(templateSummarySchema), (irs) =>
      irs.templates.list({ limit: PAGE_SIZE, deleted: "true" }).first(Infinity),
    );
  }

  /** Restores a deleted template. @throws ApiError, with the status 410 if it is too late */
  async restoreTemplate(id: string): Promise<TemplateBody> {
    const restore = "POST /templates/{id}/restore";
    return await this.client.read(templateBodySchema, async (irs) => (await irs.requestJson(restore, { id })).body);
  }

  /** @throws ApiError, with the status 404 if there is no such template */
  async getTemplate(id: string): Promise<RemoteTemplate> {
    const { etag, ...body } = await this.client.read(stateSchema, (irs) => irs.templates.get(id));
    if (etag === undefined) throw new ApiError(`${this.client.baseUrl} returned no ETag for the template ${id}.`);
    return { body, etag };
  }

  /** Returns whether a document equals an earlier version of a template. Compares only the 30 most likely versions. */
  async hasEarlierVersion({ body }: RemoteTemplate, document: Document): Promise<boolean> {
    const { id } = body;
    const bytes = Buffer.byteLength(JSON.stringify(document));
    const { versions } = await this.client.read(versionListSchema, async (irs) => ({
      versions: await irs.templates.versions(id),
    }));
    const earlier = versions
      .filter(({ version }) => version < body.version)
      // Versions of the same size are the most likely ones.
      .sort((a, b) => Number(b.bytes === bytes) - Number(a.bytes === bytes) || b.version - a.version)
      .slice(0, MAX_VERSIONS_READ);
    for (const { version } of earlier) {
      const stored = await this.client.read(templateBodySchema, (irs) => irs.templates.get(id, { version }));
      if (isSameDocument(stored.document, document)) return true;
    }
    return false;
  }

  /**
   * Returns the ID of the project with this name. Creates the project if it is missing. If several projects have the
   * name, the default project wins, then the oldest.
   */
  async ensureProject(name: string): Promise<string> {
    const sameName = (await this.#listProjects()).filter((project) => project.name === name);
    // Only the default project has no creation time.
    const oldest = sameName.sort((a, b) => (a.createdAt ?? "").localeCompare(b.createdAt ?? ""))[0];
    if (oldest !== undefined) return oldest.id;
    const project = await this.client.read(projectSchema, (irs) => irs.projects.create({ name }));
    this.#projects?.push(project);
    return project.id;
  }

  async #listProjects(): Promise<ProjectBody[]> {
    const read = async () =>
      await this.client.read(projectListSchema, async (irs) => ({ projects: await irs.projects.list() }));
    this.#projects ??= (await read()).projects;
    return this.#projects;
  }

  async #findTemplate(id: string): Promise<RemoteTemplate | undefined> {
    try {
      return await this.getTemplate(id);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }
}
