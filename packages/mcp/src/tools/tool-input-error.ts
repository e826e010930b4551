/** Input that a tool cannot work with. The message says how to correct it. */
export class ToolInputError extends Error {
  override readonly name = "ToolInputError";
}
