/** One tool as data. `tools.ts` lists all of them. */
import type * as z from "zod";
import type { FileLink } from "../pictures/file-link.js";
import type { Caller } from "../service/caller.js";
import type { Picture } from "../service/render-service.js";
import type { Scope } from "../service/scope.js";

/** Everything that a tool gets besides its input. */
export interface ToolContext extends Caller {
  /** How many seconds the tool may still wait. Never more than `MAX_WAIT_SECONDS`. */
  readonly remainingWaitSeconds: () => number;
}

/** A picture for the assistant to look at, with a line of text before it. */
export interface ShownPicture extends Picture {
  readonly caption: string;
}

export interface ToolResult<Data> {
  /** The structured content. The result has it as JSON text too. */
  readonly data: Data;
  readonly pictures?: readonly ShownPicture[];
  readonly links?: readonly FileLink[];
  /** Whether the requested action has failed, for example a render. */
  readonly failed?: boolean;
}

export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The key must have one of these scopes. */
  readonly scopes: readonly Scope[];
  /** `read` changes nothing, `create` adds something and can cost a credit, `change` replaces what was there. */
  readonly effect: "read" | "create" | "change";
  readonly input: I;
  readonly output: O;
  run(input: z.output<I>, context: ToolContext): Promise<ToolResult<z.input<O>>>;
}

/** Checks the types of a tool, and hides them, so that tools fit into one list. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(tool: Tool<I, O>): Tool {
  return tool;
}
