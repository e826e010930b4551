/**
 * The OpenAPI document. It is a separate bundle beside the handler, because only requests for the document need its
 * texts and examples.
 */
export { openApiDocument } from "../../core/openapi/openapi-document.js";
