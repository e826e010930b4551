/** Prompts: beginnings of conversations that users choose. */
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Caller } from "../service/caller.js";

/** Adds the prompts that a key with these scopes can follow. */
export function addPrompts(server: McpServer, { scopes }: Pick<Caller, "scopes">): void {
  if (scopes.includes("templates")) addMakeTemplate(server);
  if (scopes.includes("render")) addExplainFailure(server);
}

function addMakeTemplate(server: McpServer): void {
  server.registerPrompt(
    "make_template",
    {
      title: "Make a template from this description",
      description: "Designs a template, shows it, and saves it when you are content.",
      argsSchema: z.object({
        description: z.string().max(4000).describe("What the picture is for, and how it should look."),
        size: z.string().max(100).optional().describe("Such as 1200 × 630. Default: what fits the purpose."),
      }),
    },
    ({ description, size }) => message(makeTemplateText(description, size)),
  );
}

function makeTemplateText(description: string, size = "what fits the purpose"): string {
  return `Make a template of the image render service from this description:

${description}

Size: ${size}

1. Read the resource irs://format/document, and irs://format/<type> for each layer type that you use. Look at irs://examples/open-graph-card.
2. Write the document: name each layer whose text or image a request will change, give each a plausible default, and use list_fonts to choose families. Leave room for longer texts: "text_fit": "shrink".
3. Call preview with the document. Look at the picture critically: alignment, contrast, spacing, cut texts. Correct it, and preview again until it is good. Try a long and a short text.
4. Show the picture to the user, and ask whether to save it. Then call create_template.`;
}

function addExplainFailure(server: McpServer): void {
  server.registerPrompt(
    "explain_failed_render",
    {
      title: "Explain this failed render",
      description: "Says why a render failed or looks wrong, and what to change.",
      argsSchema: z.object({
        render: z.string().max(100).optional().describe("Its ID. Default: the last failed one."),
      }),
    },
    ({ render }) => message(explainFailureText(render)),
  );
}

function explainFailureText(render: string | undefined): string {
  const find =
    render === undefined ? 'Call list_renders with status "failed" and limit 1.' : `The render is ${render}.`;
  return `Explain why a render of the image render service failed, and how to repair it.

1. ${find}
2. Call get_render with its ID. Read the error, the warnings, the advice and the state of the webhook.
3. If the error names a layer, call get_template_schema for it, or get_template to see it in the document. If a term is unclear, call search_docs.
4. Say in plain words what went wrong and what to change: the request or the template. If a change of the request is enough, check it with validate. Change a template only if the user agrees.`;
}

function message(text: string) {
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}
