/** Loads the OpenAPI document at the first call (open-api.ts). */
import type * as openApiModule from "./open-api.js";
import type { MakeOpenApiDocument } from "./routes/open-api.js";

/** The bundle beside the handler. It is not a literal in `import()`, so that no bundler puts it into the handler. */
const PROGRAM = new URL("./open-api.mjs", import.meta.url).href;

export const makeOpenApiDocument: MakeOpenApiDocument = async (baseUrl) => {
  const { openApiDocument } = (await import(PROGRAM)) as typeof openApiModule;
  return openApiDocument(baseUrl);
};
