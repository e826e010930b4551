/** Writes the files that derive from the route table: `npm run openapi`. Run it after a change of the contract. */
import { writeFileSync } from "node:fs";
import { openApiDocument } from "../core/contract/openapi.js";
import { apiPage } from "./api-page.js";

const write = (name: string, text: string) => writeFileSync(new URL(name, import.meta.url), text);

write("openapi.json", `${JSON.stringify(openApiDocument(), undefined, 2)}\n`);
write("api.md", apiPage());
