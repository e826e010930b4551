import type { SafeHtml } from "../document/html/safe-html.js";
import type { FontLibrary } from "../fonts/font-library.js";
import type { Labeled, RenderWarning } from "../shared/warnings.js";
import { HtmlDrawings } from "./html-drawings.js";
import { lettersOf, letterWarnings } from "./html-fonts.js";
import { ignoredCss } from "./ignored-css.js";

/** An HTML layer with its HTML, and the language of its texts (BCP 47). */
interface HtmlLayer extends Labeled {
  readonly content: SafeHtml;
  readonly language: string;
}

/** Returns the warnings about an HTML layer that need no layout and no images from the network. */
export async function checkHtml(layer: HtmlLayer, fonts: FontLibrary): Promise<RenderWarning[]> {
  const letters = await lettersOf(layer.content, fonts, layer.language);
  const drawings = new HtmlDrawings(layer, fonts);
  await drawings.find(layer.content.urls);
  return [...letterWarnings(layer, letters), ...ignoredCss(layer), ...drawings.warnings];
}
