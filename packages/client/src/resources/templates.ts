import { type Paged, paged } from "../lists/paged.js";
import type { CallOptions, CreateOptions } from "../options.js";
import type { ForTemplate } from "../template-id.js";
import type {
  CreateTemplate,
  LayerSchema,
  Preview,
  PreviewDocument,
  Query,
  ResponseBody,
  Template,
  TemplateSigningKey,
  TemplateSummary,
  UpdateTemplate,
} from "../types.js";
import { Resource } from "./resource.js";

/** The fields of a preview that name layers and variables of the template. */
export type PreviewRequest<Template extends string = string> = Omit<
  ForTemplate<Template, Preview & { readonly template: string }>,
  "template"
>;

/** Which version of a template to read. */
export interface VersionOptions extends CallOptions {
  /** Default: the highest version. */
  readonly version?: number | undefined;
}

/** Templates, their versions and their previews. */
export class Templates extends Resource {
  /** Lists templates. `q` searches in their names. */
  list(
    query: Query<"GET /templates"> = {},
    options?: CallOptions,
  ): Paged<TemplateSummary, ResponseBody<"GET /templates">> {
    return paged({
      load: (next) => this.caller.json("GET /templates", { query: { ...query, ...next }, options }),
      itemsOf: ({ templates }) => templates,
      nextOf: ({ templates, offset, hasMore }) => (hasMore ? { offset: offset + templates.length } : undefined),
    });
  }

  /** Creates a template from a document. */
  async create(request: CreateTemplate, options?: CreateOptions): Promise<Template> {
    return withEtag(await this.caller.withHeaders("POST /templates", { body: request, options }));
  }

  /** Returns a template with its document. */
  async get(id: string, { version, ...options }: VersionOptions = {}): Promise<Template> {
    return withEtag(await this.caller.withHeaders("GET /templates/{id}", { id, query: { version }, options }));
  }

  /**
   * Saves a new version of a template, or changes its name.
   * @param options `ifMatch`: the `etag` of the state to change. If somebody else has changed it, throws an ApiError 412.
   */
  async update(
    id: string,
    request: UpdateTemplate,
    { ifMatch, ...options }: CreateOptions & { readonly ifMatch?: string | undefined } = {},
  ): Promise<Template> {
    const parts = { id, body: request, headers: { "if-match": ifMatch }, options };
    return withEtag(await this.caller.withHeaders("PUT /templates/{id}", parts));
  }

  /** Deletes a template. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.caller.json("DELETE /templates/{id}", { id, options });
  }

  /** Lists the versions of a template, newest first. */
  async versions(id: string, options?: CallOptions): Promise<ResponseBody<"GET /templates/{id}/versions">["versions"]> {
    return (await this.caller.json("GET /templates/{id}/versions", { id, options })).versions;
  }

  /** Returns the layers and variables that requests can set. */
  schema(id: string, { version, ...options }: VersionOptions = {}): Promise<LayerSchema> {
    return this.caller.json("GET /templates/{id}/schema", { id, query: { version }, options });
  }

  /** Draws a template at once, without a job and without a credit. Returns the bytes of the picture. */
  preview<Template extends string>(
    id: Template,
    request?: PreviewRequest<Template>,
    options?: CallOptions,
  ): Promise<Uint8Array<ArrayBuffer>> {
    return this.caller.bytes("POST /templates/{id}/preview", { id, body: (request ?? {}) as Preview, options });
  }

  /** Draws a document that is not saved. Returns the bytes of the picture. */
  previewDocument(request: PreviewDocument, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>> {
    return this.caller.bytes("POST /templates/preview", { body: request, options });
  }

  /** Returns a small picture of a template version: a WebP file of at most 480 pixels. It costs no credit. */
  thumbnail(id: string, { version, ...options }: VersionOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return this.caller.bytes("GET /templates/{id}/thumbnail", { id, query: { version }, options });
  }

  /** Returns the key that signs images of the template, for `images.signer`. Keep it as secret as an API key. */
  signingKey(id: string, options?: CallOptions): Promise<TemplateSigningKey> {
    return this.caller.json("GET /templates/{id}/signing-key", { id, options });
  }

  /** Invalidates all signed URLs of the template, and its signing key. */
  revokeSignatures(
    id: string,
    options?: CreateOptions,
  ): Promise<ResponseBody<"POST /templates/{id}/revoke-signatures">> {
    return this.caller.json("POST /templates/{id}/revoke-signatures", { id, options });
  }
}

/** A proxy that compresses responses makes an ETag weak. The service compares strong ones. */
function withEtag({ body, headers }: { body: Omit<Template, "etag">; headers: Headers }): Template {
  return { ...body, etag: headers.get("etag")?.replace(/^W\//, "") };
}
