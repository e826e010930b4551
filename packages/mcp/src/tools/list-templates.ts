import * as z from "zod";
import { defineTool } from "./tool.js";

const output = z.object({
  templates: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string().optional(),
      project: z.string(),
      version: z.number(),
      updatedAt: z.string(),
    }),
  ),
  nextOffset: z.number().optional().describe("There are more. Repeat the call with this offset."),
});

/** Descriptions can have 2,000 characters. A list needs their beginning. */
const MAX_DESCRIPTION = 160;

/** Lists and finds templates. */
export const listTemplates = defineTool({
  name: "list_templates",
  title: "List or find templates",
  description: "Lists the workspace's templates, last updated first. `query` finds templates by a part of their name.",
  scopes: ["render", "templates"],
  effect: "read",
  input: z.object({
    query: z.string().max(200).optional().describe("A part of the name. Case is ignored."),
    limit: z.int().min(1).max(50).default(20),
    offset: z.int().min(0).default(0),
  }),
  output,
  async run({ query, limit, offset }, { service }) {
    const { templates, hasMore } = await service.listTemplates({
      limit,
      offset,
      ...(query !== undefined && { q: query }),
    });
    const shown = templates.map(({ id, name, description, projectName, version, updatedAt }) => ({
      id,
      name,
      ...(description !== "" && { description: shortened(description) }),
      project: projectName,
      version,
      updatedAt,
    }));
    return { data: { templates: shown, ...(hasMore && { nextOffset: offset + limit }) } };
  },
});

function shortened(text: string): string {
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION - 1)}…`;
}
