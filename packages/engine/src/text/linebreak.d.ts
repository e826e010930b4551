/** Types for the used part of the package `linebreak`, which has no types. */
declare module "linebreak" {
  export default class LineBreaker {
    constructor(text: string);
    /** Returns the next index of the text where a line can be broken, or null after the last one. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
