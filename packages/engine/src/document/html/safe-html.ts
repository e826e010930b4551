/** HTML that was checked: only known elements and properties, with the style of each element. */

export type SafeHtmlNode = SafeHtmlElement | SafeHtmlText;

export interface SafeHtmlText {
  readonly text: string;
  readonly letters: LetterStyle;
}

/** The properties that determine the font of a text. */
export interface LetterStyle {
  /** The families of the list, without quotes. The first one that exists is used: see `chosenFamily`. */
  readonly families: readonly string[];
  readonly weight: number;
  readonly style: "normal" | "italic";
}

export interface SafeHtmlElement {
  readonly name: string;
  /** CSS declarations by property. `font-family` is left out, because each text has its own `letters`. */
  readonly style: ReadonlyMap<string, string>;
  readonly children: readonly SafeHtmlNode[];
  /**
   * The address of an image, or an empty text if there is none. An `svg` is an image too: its drawing is a data URI.
   */
  readonly src?: string;
  /** The width of an image in pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly dir?: "ltr" | "rtl" | undefined;
  /** The columns and rows that a cell of a table covers. */
  readonly spans?: CellSpans;
}

export interface CellSpans {
  readonly columns: number;
  readonly rows: number;
}

/** The facts about a layer's HTML that its checks need. */
export interface HtmlFacts {
  readonly elements: number;
  readonly textCharacters: number;
  /** The characters that clip a background, because they are inside of an element with `background-clip: text`. */
  readonly clippingCharacters: number;
  /**
   * The number of clipping characters that the layout engine writes again. It does so for each element inside of such
   * an element.
   */
  readonly repeatedCharacters: number;
  readonly boxShadows: number;
  /** The shadows of all texts. Texts inherit them. */
  readonly textShadows: number;
  /** Elements that are drawn into a pixel buffer of their own. */
  readonly groups: number;
  readonly gradients: number;
  /** The conic gradients among them. Each is drawn as hundreds of wedges. */
  readonly conics: number;
  /** The functions of all filters. */
  readonly filters: number;
  /** The steps that finding the styles took, out of `MAX_STYLE_STEPS`. */
  readonly styleSteps: number;
  /** The addresses of the images, each once. */
  readonly urls: readonly string[];
  readonly families: readonly NamedFamily[];
}

export interface NamedFamily {
  readonly name: string;
  /** The place in the source. */
  readonly at: number;
  /** All names of its list, which can contain unknown names if one of them is known. */
  readonly list: readonly string[];
}

export interface SafeHtml extends HtmlFacts {
  readonly children: readonly SafeHtmlNode[];
  /** The style of the layer itself, by `:root`. */
  readonly root: ReadonlyMap<string, string>;
  /** The parts of its CSS that are left out because a still picture looks the same without them, in order. */
  readonly ignored: readonly string[];
  /** The names of the elements that are left out of its drawings, in order. */
  readonly omitted: readonly string[];
  /** Whether a declaration changes the case of letters. */
  readonly changesCase: boolean;
  /** All texts, in order. */
  readonly texts: readonly SafeHtmlText[];
}
