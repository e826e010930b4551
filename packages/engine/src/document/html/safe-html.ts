/** HTML that was checked: only known elements and properties, with the style of each element. */

export type SafeHtmlNode = SafeHtmlElement | SafeHtmlText;

export interface SafeHtmlText {
  readonly text: string;
  readonly letters: LetterStyle;
}

/** What decides on the font of a text. */
export interface LetterStyle {
  /** The first family of the list, without quotes. */
  readonly family: string;
  readonly weight: number;
  readonly style: "normal" | "italic";
}

export interface SafeHtmlElement {
  readonly name: string;
  /** CSS declarations by property. `font-family` is left out, because each text has its letters. */
  readonly style: ReadonlyMap<string, string>;
  readonly children: readonly SafeHtmlNode[];
  /** The address of an image, empty if there is none. An `svg` is one, with its drawing as a data URI. */
  readonly src?: string;
  /** Of an image, in pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly dir?: "ltr" | "rtl" | undefined;
}

/** What the checks of a layer need to know of its HTML. */
export interface HtmlFacts {
  readonly elements: number;
  readonly textCharacters: number;
  /** Those of them that cut off a background: inside of an element with `background-clip: text`. */
  readonly clippingCharacters: number;
  /** How often the layout engine writes any of these again, for each element inside of such an element. */
  readonly repeatedCharacters: number;
  readonly boxShadows: number;
  /** The shadows of each text. Texts inherit them. */
  readonly textShadows: number;
  /** Elements that are drawn on pixels of their own. */
  readonly groups: number;
  readonly gradients: number;
  /** What finding the styles took, of `MAX_STYLE_STEPS`. */
  readonly styleSteps: number;
  /** The addresses of the images, each once. */
  readonly urls: readonly string[];
  readonly families: readonly NamedFamily[];
}

export interface NamedFamily {
  readonly name: string;
  /** The place in the source. */
  readonly at: number;
}

export interface SafeHtml extends HtmlFacts {
  readonly children: readonly SafeHtmlNode[];
  /** Whether a declaration changes the case of letters. */
  readonly changesCase: boolean;
  /** All texts, in order. */
  readonly texts: readonly SafeHtmlText[];
}
