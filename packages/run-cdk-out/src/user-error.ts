/** A problem that the person at the terminal can correct. Only its message is printed, without a stack trace. */
export class UserError extends Error {
  override readonly name = "UserError";
}
