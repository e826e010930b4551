/** A fault that the person at the terminal can mend: shown as its message alone, without a stack trace. */
export class UserError extends Error {
  override readonly name = "UserError";
}
