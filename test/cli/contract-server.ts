/** A small HTTP server that follows the contract, with a workspace in memory. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { checkTemplateDocument } from "@image-render/engine/document";
import { layerSchemaOf } from "../../core/templates/layer-schema-of.js";
import {
  AT,
  type Call,
  failure,
  type Response,
  respondToSession,
  respondToWorkspaces,
  USAGE,
} from "./contract-account.js";

export { failure } from "./contract-account.js";

/** The key that the server accepts. */
export const KEY = "irs_testkey";

export interface StoredTemplate {
  readonly id: string;
  name: string;
  description?: string | undefined;
  projectId?: string | undefined;
  revision: number;
  /** The documents of all versions, starting with version 1. */
  documents: unknown[];
}

export const DEFAULT_PROJECT = { id: "00000000-0000-8000-8000-000000000001", name: "Default project", isDefault: true };

export class ContractServer {
  readonly templates: StoredTemplate[] = [];
  /** The announced uploads with the bytes that were sent. */
  readonly uploads: { id: string; contentType: string; bytes: number; sent?: Buffer }[] = [];
  readonly projects: { id: string; name: string; createdAt: string; isDefault: boolean }[] = [];
  readonly keys: { id: string; name: string; scopes: string[]; createdAt: string; lastUsedAt?: string }[] = [];
  /** All requests, each in the form `GET /api/v1/keys`. */
  readonly requests: string[] = [];
  /** Responses for the next requests. When they are used up, the server responds by itself. */
  readonly nextResponses: Response[] = [];
  /** Called before each response. */
  onRequest: (request: string) => void = () => undefined;

  readonly #server: Server;
  readonly #pageSize: number;

  private constructor(server: Server, pageSize: number) {
    this.#server = server;
    this.#pageSize = pageSize;
  }

  /** Starts a server. A page has at most `pageSize` templates, even if the request wants more. */
  static async start({ pageSize = 100 } = {}): Promise<ContractServer> {
    const server = createServer();
    const contract = new ContractServer(server, pageSize);
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      void contract.#serve(request, response);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return contract;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The environment that makes a command call this server. */
  get env(): Record<string, string> {
    return { IRS_URL: this.baseUrl, IRS_API_KEY: KEY };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Stores a template with these versions. */
  add(name: string, documents: unknown[], more: Partial<StoredTemplate> = {}): StoredTemplate {
    const template = { id: randomUUID(), name, revision: documents.length, documents, ...more };
    this.templates.push(template);
    return template;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "", this.baseUrl);
    const line = `${request.method ?? ""} ${url.pathname}`;
    this.requests.push(line);
    this.onRequest(line);
    const stored = this.uploads.find(({ id }) => url.pathname === `/bucket/${id}`);
    if (stored !== undefined) {
      stored.sent = Buffer.concat(chunks);
      response.writeHead(200).end();
      return;
    }
    const text = Buffer.concat(chunks).toString();
    const { method = "", headers } = request;
    const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    const call = { method, path: url.pathname, query: url.searchParams, headers, body };
    const reply =
      this.nextResponses.shift() ?? this.#respond(call) ?? failure(404, "NOT_FOUND", "There is no such resource.");
    response.writeHead(reply.status, {
      ...(reply.body !== undefined && { "content-type": "application/json" }),
      ...reply.headers,
    });
    response.end(reply.body === undefined ? "" : JSON.stringify(reply.body));
  }

  #respond(call: Call): Response | undefined {
    if (call.headers.authorization !== `Bearer ${KEY}`)
      return failure(401, "UNAUTHORIZED", "The API key is not known.");
    const [, kind = "", id, part] = /^\/api\/v1\/([a-z]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(call.path) ?? [];
    switch (kind) {
      case "templates":
        return id === undefined ? this.#respondToTemplates(call) : this.#respondToTemplate(call, id, part);
      case "uploads":
        return this.#respondToUploads(call, id);
      case "projects":
        return this.#respondToProjects(call);
      case "keys":
        return this.#respondToKeys(call, id);
      case "workspaces":
        return respondToWorkspaces(call, id);
      case "session":
        return respondToSession(call);
      case "usage":
        return { status: 200, body: USAGE };
      default:
        return undefined;
    }
  }

  #respondToTemplates({ method, query, body }: Call): Response | undefined {
    if (method === "POST") {
      const { name, description, projectId, document } = body as unknown as StoredTemplate & { document: unknown };
      const own = (document as { description?: string }).description;
      const added = this.add(name, [document], { description: description ?? own, projectId });
      return this.#templateResponse(201, added);
    }
    const limit = Math.min(Number(query.get("limit")), this.#pageSize);
    const offset = Number(query.get("offset"));
    const page = this.templates.slice(offset, offset + limit);
    const hasMore = offset + limit < this.templates.length;
    return { status: 200, body: { templates: page.map((one) => this.#summaryOf(one)), limit, offset, hasMore } };
  }

  #respondToTemplate(
    { method, query, headers, body }: Call,
    id: string,
    part: string | undefined,
  ): Response | undefined {
    const template = this.templates.find((one) => one.id === id);
    if (template === undefined) return undefined;
    if (part === "versions") {
      const versions = template.documents.map((document, index) => ({
        version: index + 1,
        createdAt: AT,
        bytes: JSON.stringify(document).length,
      }));
      return { status: 200, body: { versions: versions.reverse() } };
    }
    if (part === "schema") {
      const version = Number(query.get("version") ?? template.documents.length);
      const checked = checkTemplateDocument(template.documents[version - 1]);
      if ("issues" in checked) return failure(422, "VALIDATION_ERROR", "The template has an issue.");
      return { status: 200, body: layerSchemaOf({ id, name: template.name, version }, checked.document) };
    }
    if (method === "PUT") {
      if (headers["if-match"] !== `"${template.revision}"`) {
        return failure(412, "PRECONDITION_FAILED", "The template was changed since.");
      }
      const { document, projectId, ...details } = body as { document?: unknown; projectId?: string | null };
      Object.assign(template, details);
      if (projectId !== undefined) template.projectId = projectId ?? undefined;
      if (document !== undefined && !isDeepStrictEqual(document, template.documents.at(-1))) {
        template.documents.push(document);
      }
      template.revision += 1;
      return this.#templateResponse(200, template);
    }
    const version = query.get("version");
    return this.#templateResponse(200, template, version === null ? undefined : Number(version));
  }

  #templateResponse(status: number, template: StoredTemplate, version = template.documents.length): Response {
    const document = template.documents[version - 1];
    return {
      status,
      headers: { etag: `"${template.revision}"` },
      body: { ...this.#summaryOf(template), version, document },
    };
  }

  #summaryOf({ id, name, description = "", projectId = DEFAULT_PROJECT.id, documents }: StoredTemplate) {
    const projectName = this.projects.find((project) => project.id === projectId)?.name ?? DEFAULT_PROJECT.name;
    return { id, name, description, projectId, projectName, version: documents.length, createdAt: AT, updatedAt: AT };
  }

  #respondToUploads({ method, body }: Call, id: string | undefined): Response | undefined {
    if (method === "POST") {
      const added = { id: randomUUID(), ...(body as { contentType: string; bytes: number }) };
      this.uploads.push(added);
      const ticket = {
        id: added.id,
        path: uploadPath(added.id),
        method: "PUT",
        url: `${this.baseUrl}/bucket/${added.id}`,
      };
      return { status: 201, body: { ...ticket, headers: { "content-type": added.contentType }, expiresAt: AT } };
    }
    const found = this.uploads.find((upload) => upload.id === id);
    if (found === undefined) return undefined;
    const { sent, ...upload } = found;
    const isRight = sent?.length === upload.bytes && !sent.includes("refuse me");
    const state = sent === undefined ? "waiting" : isRight ? "ready" : "refused";
    const error = state === "refused" ? { error: "The file is no image." } : {};
    return { status: 200, body: { ...upload, path: uploadPath(upload.id), state, ...error, createdAt: AT } };
  }

  #respondToProjects({ method, body }: Call): Response | undefined {
    if (method === "GET") return { status: 200, body: { projects: [DEFAULT_PROJECT, ...this.projects] } };
    const project = { id: randomUUID(), name: String(body["name"]), createdAt: AT, isDefault: false };
    this.projects.push(project);
    return { status: 201, body: project };
  }

  #respondToKeys({ method, body }: Call, id: string | undefined): Response | undefined {
    if (method === "GET") return { status: 200, body: { keys: this.keys } };
    if (method === "POST") {
      const { name, scopes = ["render"] } = body as { name: string; scopes?: string[] };
      const key = { id: randomUUID(), name, scopes, createdAt: AT };
      this.keys.push(key);
      return { status: 201, body: { ...key, key: `irs_secret_of_${name}` } };
    }
    const index = this.keys.findIndex((key) => key.id === id);
    if (index === -1) return failure(404, "NOT_FOUND", "There is no such key.");
    this.keys.splice(index, 1);
    return { status: 204 };
  }
}

function uploadPath(id: string): string {
  return `/api/v1/uploads/${id}/file`;
}
