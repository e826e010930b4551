/** Writes the JSON Schema of documents anew: `npm run schema`, after a change of the template language. */
import { writeFileSync } from "node:fs";
import { schemaText } from "./schema-text.js";

writeFileSync(new URL("template.schema.json", import.meta.url), await schemaText());
