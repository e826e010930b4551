/** Assembles the server from tools, resources and prompts, for one key. */
import { McpServer } from "@modelcontextprotocol/server";
import { addPrompts } from "../prompts/prompts.js";
import { addResources } from "../resources/resources.js";
import type { Tool, ToolContext } from "../tools/tool.js";
import { toolsFor } from "../tools/tools.js";
import { waitClock } from "../tools/wait.js";
import { callTool } from "./call-tool.js";
import type { ServerOptions } from "./server-options.js";

export const SERVER_INFO = { name: "image-render-service", title: "Image render service", version: "0.1.0" } as const;

const INSTRUCTIONS = `Turns templates into pictures. A template has named layers and variables that a request can change.
Usual order: list_templates, get_template_schema (without layer, then one layer), preview, render. A preview is free and a render costs one credit.
To change a design: get_template, preview with a patch, update_template. Documents are JSON: read irs://format/document and irs://format/<layer type>.`;

/** Creates a server. It holds no state besides its options. */
export function createServer(options: ServerOptions): McpServer {
  const { scopes } = options;
  const server = new McpServer(SERVER_INFO, {
    instructions: INSTRUCTIONS,
    // Nothing changes while a key keeps its scopes, so there is nothing to subscribe to.
    capabilities: { tools: { listChanged: false }, resources: { listChanged: false }, prompts: { listChanged: false } },
  });
  for (const tool of toolsFor(scopes)) addTool(server, tool, options);
  addResources(server, options);
  addPrompts(server, options);
  return server;
}

/** Adds one tool. Its context starts with each call. */
export function addTool(server: McpServer, tool: Tool, { service, scopes, now = Date.now }: ServerOptions): void {
  const { name, title, description, input, output, effect } = tool;
  const annotations = {
    readOnlyHint: effect === "read",
    destructiveHint: effect === "change",
    idempotentHint: effect === "read",
    openWorldHint: false,
  };
  const config = { title, description, inputSchema: input, outputSchema: output, annotations };
  server.registerTool(name, config, async (values: unknown) => {
    const context: ToolContext = { service, scopes, remainingWaitSeconds: waitClock(now) };
    return await callTool(tool, values, context);
  });
}
