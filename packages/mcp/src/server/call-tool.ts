/** Runs a tool, and turns its outcome into a result of the protocol. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { CallError } from "../service/call-error.js";
import { PatchError } from "../patch/patch-error.js";
import type { Tool, ToolContext, ToolResult } from "../tools/tool.js";
import { ToolInputError } from "../tools/tool-input-error.js";
import { explainCallError } from "./explain-call-error.js";

type Content = CallToolResult["content"];

/** Runs a tool. A failure that the assistant can act on becomes a result with `isError`. */
export async function callTool(tool: Tool, input: unknown, context: ToolContext): Promise<CallToolResult> {
  try {
    const result = await tool.run(input as Parameters<Tool["run"]>[0], context);
    return resultOf(tool, result);
  } catch (error) {
    if (error instanceof CallError) return failure(explainCallError(error));
    if (error instanceof ToolInputError || error instanceof PatchError) return failure(error.message);
    throw error;
  }
}

function resultOf(tool: Tool, { data, pictures = [], links = [], failed = false }: ToolResult<object>): CallToolResult {
  const structuredContent = tool.output.parse(data);
  // Older clients read only the text.
  const content: Content = [{ type: "text", text: JSON.stringify(structuredContent) }];
  for (const { caption, bytes, mediaType } of pictures) {
    content.push({ type: "text", text: `${caption}:` });
    content.push({ type: "image", data: Buffer.from(bytes).toString("base64"), mimeType: mediaType });
  }
  for (const { uri, name, mediaType } of links) content.push({ type: "resource_link", uri, name, mimeType: mediaType });
  return { content, structuredContent, ...(failed && { isError: true }) };
}

function failure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
