/** The templates and projects of the workspace that a command speaks to. */
import { type TemplateBody, type TemplateSummary, type ProjectBody } from "../../core/contract/templates-api.js";
import { ApiError } from "../api/api-error.js";
import { type ApiClient } from "../api/client.js";
import { type Document, isSameDocument } from "./document.js";
import { type Entry } from "./manifest.js";

/** The largest page that the contract allows. */
const PAGE_SIZE = 100;
/** How many older versions are looked at to find out whether a file is one of them. */
const MAX_VERSIONS_READ = 30;

/** A template with the tag that a change of it must name. */
export interface RemoteTemplate {
  readonly body: TemplateBody;
  readonly etag: string;
}

export class Workspace {
  private projects: ProjectBody[] | undefined;

  constructor(readonly client: ApiClient) {}

  /** All templates; those that entries record are asked for one by one if the list does not show them (yet). */
  async listTemplates(entries: readonly Entry[] = []): Promise<TemplateSummary[]> {
    const found = new Map<string, TemplateSummary>();
    for (let offset = 0; ;) {
      const { body } = await this.client.call("listTemplates", { query: { limit: PAGE_SIZE, offset } });
      for (const summary of body.templates) found.set(summary.id, await this.withProjectName(summary));
      if (!body.hasMore || body.templates.length === 0) break;
      offset += body.templates.length;
    }
    for (const { ids } of entries) {
      const id = ids[this.client.baseUrl];
      if (id === undefined || found.has(id)) continue;
      const recorded = await this.findTemplate(id);
      if (recorded !== undefined) found.set(id, recorded.body);
    }
    return [...found.values()];
  }

  /** @throws ApiError, of status 404 when there is none */
  async getTemplate(id: string): Promise<RemoteTemplate> {
    const { body, etag } = await this.client.call("getTemplate", { params: { id } });
    if (etag === undefined) throw new ApiError(`${this.client.baseUrl} tells no ETag of the template ${id}.`);
    return { body: await this.withProjectName(body), etag };
  }

  /** Whether a document is what the template was in some version before its highest. */
  async hasEarlierVersion({ body }: RemoteTemplate, document: Document): Promise<boolean> {
    const { id } = body;
    const bytes = Buffer.byteLength(JSON.stringify(document));
    const { versions } = (await this.client.call("listVersions", { params: { id } })).body;
    const earlier = versions
      .filter(({ version }) => version < body.version)
      // The likely ones first: those of the same size.
      .sort((a, b) => Number(b.bytes === bytes) - Number(a.bytes === bytes) || b.version - a.version)
      .slice(0, MAX_VERSIONS_READ);
    for (const { version } of earlier) {
      const answer = await this.client.call("getTemplate", { params: { id }, query: { version } });
      if (isSameDocument(answer.body.document, document)) return true;
    }
    return false;
  }

  /** The id of the project of this name, the oldest if several have it; undefined if there is none. */
  async findProject(name: string): Promise<string | undefined> {
    const sameName = (await this.listProjects()).filter((project) => project.name === name);
    return sameName.sort((a, b) => a.createdAt.localeCompare(b.createdAt))[0]?.id;
  }

  /** The id of the project of this name, which is made if there is none. */
  async needProject(name: string): Promise<string> {
    const found = await this.findProject(name);
    if (found !== undefined) return found;
    const { body } = await this.client.call("createProject", { body: { name } });
    this.projects?.push(body);
    return body.id;
  }

  private async listProjects(): Promise<ProjectBody[]> {
    this.projects ??= (await this.client.call("listProjects")).body.projects;
    return this.projects;
  }

  private async findTemplate(id: string): Promise<RemoteTemplate | undefined> {
    try {
      return await this.getTemplate(id);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Only the name tells the same project in two workspaces; an answer need not hold it. */
  private async withProjectName<Summary extends TemplateSummary>(summary: Summary): Promise<Summary> {
    if (summary.projectId === undefined || summary.projectName !== undefined) return summary;
    const project = (await this.listProjects()).find(({ id }) => id === summary.projectId);
    return project === undefined ? summary : { ...summary, projectName: project.name };
  }
}
