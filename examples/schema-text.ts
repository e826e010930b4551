import { format } from "prettier";
import { documentJsonSchema } from "../packages/engine/src/document/json-schema.js";

/** The text of `template.schema.json`. Editors check documents with it. */
export function schemaText(): Promise<string> {
  return format(JSON.stringify(documentJsonSchema()), { parser: "json", printWidth: 120 });
}
