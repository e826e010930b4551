import { layerSchemaResponse } from "../../core/contract/layer-schema.js";
import { ApiError } from "../api/api-error.js";
import type { ApiClient } from "../api/client.js";
import { Workspace } from "../templates-folder/workspace.js";
import { layerFacts, type TemplateFacts } from "./template-facts.js";

type VersionFacts = Pick<TemplateFacts, "layers" | "variables">;

/** Reads the templates of a workspace. Keeps what it has read of a version, because a version never changes. */
export class WorkspaceTemplates {
  readonly #client: ApiClient;
  #known = new Map<string, VersionFacts>();

  constructor(client: ApiClient) {
    this.#client = client;
  }

  get baseUrl(): string {
    return this.#client.baseUrl;
  }

  /** @throws ApiError */
  async read(): Promise<TemplateFacts[]> {
    const found: TemplateFacts[] = [];
    const known = new Map<string, VersionFacts>();
    for (const { id, name, version } of await new Workspace(this.#client).listTemplates()) {
      const key = `${id} ${version}`;
      const facts = this.#known.get(key) ?? (await this.#readVersion(id, version));
      if (facts === undefined) continue;
      known.set(key, facts);
      found.push({ id, name, ...facts });
    }
    this.#known = known;
    return found;
  }

  /** Returns undefined for a template that was deleted after it was listed. */
  async #readVersion(id: string, version: number): Promise<VersionFacts | undefined> {
    try {
      const { layers, variables, jsonSchema } = await this.#client.read(layerSchemaResponse, (irs) =>
        irs.templates.schema(id, { version }),
      );
      const { properties = {} } = jsonSchema as { properties?: { layers?: unknown } };
      return { layers: layerFacts(layers, properties.layers), variables };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }
}
