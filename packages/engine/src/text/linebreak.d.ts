/** Types for the part of the package `linebreak` that is used. The package has none. */
declare module "linebreak" {
  export default class LineBreaker {
    constructor(text: string);
    /** The next index of the text at which a line can be broken, or null after the last one. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
