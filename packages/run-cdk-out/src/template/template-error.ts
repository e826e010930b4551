/** A problem in the template, or something in it that the runner does not support. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";

  /** `place` is the logical ID and the path of the property. */
  constructor(
    readonly place: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`${place}: ${problem}`, options);
  }
}
