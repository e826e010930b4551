/** A JSON Patch that cannot be applied. The message names the operation and the place. */
export class PatchError extends Error {
  constructor(operation: number, path: string, problem: string) {
    super(`patch[${operation}], path "${path}": ${problem}`);
    this.name = "PatchError";
  }
}
