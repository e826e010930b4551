import { format } from "prettier";
import { documentJsonSchema } from "../core/contract/template/json-schema.js";

/** The text of `template.schema.json`, which editors check documents with. */
export function schemaText(): Promise<string> {
  return format(JSON.stringify(documentJsonSchema()), { parser: "json", printWidth: 120 });
}
