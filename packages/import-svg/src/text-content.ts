/** Writes the text of a layer, with marks for the parts whose style differs. */
import { chooseFont, type ChosenFont } from "./fonts.js";
import type { Line } from "./text-blocks.js";
import type { Span } from "./text-lines.js";

const isBold = ({ font_weight }: Pick<ChosenFont, "font_weight">) => font_weight >= 600;

/** Returns the span whose style the layer has: the longest one that is not bold, because marks can only add weight. */
export function baseSpan(lines: readonly Line[]): Span {
  const spans = lines.flatMap((line) => line.spans);
  const byLength = [...spans].sort((a, b) => b.text.length - a.text.length);
  const plain = byLength.find(({ style }) => !isBold(chooseFont(style)));
  return plain ?? byLength[0] ?? { text: "", style: new Map() };
}

/** Returns the text of a layer, with marks if a part of it is bold, italic, or in another color. */
export function contentOf(lines: readonly Line[], base: Span, { font_style }: { readonly font_style?: string }) {
  const own = chooseFont(base.style);
  const fill = base.style.get("fill");
  let rich = false;
  const marked = lines.map(({ spans }) =>
    spans.map(({ text, style }) => {
      const font = chooseFont(style);
      const bold = isBold(font) && !isBold(own) ? "**" : "";
      const italic = font.font_style === "italic" && font_style !== "italic" ? "*" : "";
      const color = style.get("fill");
      const isColored =
        color !== fill && color !== undefined && /^[#a-z0-9(),. %]+$/i.test(color) && !color.startsWith("url");
      rich ||= bold !== "" || italic !== "" || isColored;
      const [, before = "", core = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
      const escaped = core.replace(/[\\*[\]{}]/g, "\\$&");
      const inner = `${bold}${italic}${escaped}${italic}${bold}`;
      return { text, rich: core === "" ? text : `${before}${isColored ? `[${inner}]{${color}}` : inner}${after}` };
    }),
  );
  return { rich, text: marked.map((spans) => spans.map((span) => (rich ? span.rich : span.text)).join("")).join("\n") };
}
