/** A command line that cannot be carried out. The message says what is wrong and how to fix it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
