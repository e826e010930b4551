import type { TemplateBody, TemplateSummary, ProjectBody } from "../../core/contract/templates-api.js";
import { ApiError } from "../api/api-error.js";
import type { ApiClient } from "../api/client.js";
import { type Document, isSameDocument } from "./document.js";
import type { Entry } from "./manifest.js";

/** The largest page that the API allows. */
const PAGE_SIZE = 100;
/** The maximum number of earlier versions that a pull compares with a file. */
const MAX_VERSIONS_READ = 30;

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
    const found = new Map<string, TemplateSummary>();
    for (let offset = 0; ;) {
      const { body } = await this.client.call("listTemplates", { query: { limit: PAGE_SIZE, offset } });
      for (const summary of body.templates) found.set(summary.id, summary);
      if (!body.hasMore || body.templates.length === 0) break;
      offset += body.templates.length;
    }
    for (const { ids } of entries) {
      const id = ids[this.client.baseUrl];
      if (id === undefined || found.has(id)) continue;
      const recorded = await this.#findTemplate(id);
      if (recorded !== undefined) found.set(id, recorded.body);
    }
    return [...found.values()];
  }

  /** @throws ApiError, with the status 404 if there is no such template */
  async getTemplate(id: string): Promise<RemoteTemplate> {
    const { body, etag } = await this.client.call("getTemplate", { params: { id } });
    if (etag === undefined) throw new ApiError(`${this.client.baseUrl} returned no ETag for the template ${id}.`);
    return { body: body, etag };
  }

  /** Returns whether a document equals an earlier version of a template. Compares only the 30 most likely versions. */
  async hasEarlierVersion({ body }: RemoteTemplate, document: Document): Promise<boolean> {
    const { id } = body;
    const bytes = Buffer.byteLength(JSON.stringify(document));
    const { versions } = (await this.client.call("listVersions", { params: { id } })).body;
    const earlier = versions
      .filter(({ version }) => version < body.version)
      // Versions of the same size are the most likely ones.
      .sort((a, b) => Number(b.bytes === bytes) - Number(a.bytes === bytes) || b.version - a.version)
      .slice(0, MAX_VERSIONS_READ);
    for (const { version } of earlier) {
      const response = await this.client.call("getTemplate", { params: { id }, query: { version } });
      if (isSameDocument(response.body.document, document)) return true;
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
    const { body } = await this.client.call("createProject", { body: { name } });
    this.#projects?.push(body);
    return body.id;
  }

  async #listProjects(): Promise<ProjectBody[]> {
    this.#projects ??= (await this.client.call("listProjects")).body.projects;
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
