/** The part of the package `linebreak` that is used; it brings no types. */
declare module "linebreak" {
  export default class LineBreaker {
    constructor(text: string);
    /** The next place before which a line may be broken, as an index into the text; null after the last. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
