/** A fault of the synthesized template, or something in it that this machine can't stand in for. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";

  /** `place` names the spot: the logical id and the path of properties below it. */
  constructor(
    readonly place: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`${place}: ${problem}`, options);
  }
}
