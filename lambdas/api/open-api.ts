/**
 * The OpenAPI document. It is a separate bundle beside the handler, because only requests for the document need its
 * texts and examples. `npm run generate` writes the file, and a test compares it with the routes.
 */
import document from "../../docs/openapi.json" with { type: "json" };

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly [part: string]: unknown;
}

/**
 * Returns the document of the service at one address.
 *
 * @param baseUrl the base URL that callers use, instead of the variable of the file
 */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  return { ...document, servers: [{ url: baseUrl }] };
}
