/** The error for a command line that cannot run. The message says what is wrong and how to fix it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
