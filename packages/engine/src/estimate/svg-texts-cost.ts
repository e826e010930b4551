/** The cost of the texts of an SVG: they are laid out and written as paths. Drawing them is a part of the SVG's cost. */
import { BUILT_IN_FAMILIES } from "@image-render/fonts";
import { resolveFamily } from "../document/attributes/font-family.js";
import { MAX_SVG_CHARACTERS_OF_TEXT, type SvgTexts } from "../document/svg/svg-texts.js";
import { addCosts, type Cost, costOf, FREE, type Picture } from "./cost.js";
import { countLetters } from "./count-letters.js";
import { familyCost, scriptsCost } from "./letters-cost.js";
import { uploadedLettersCost } from "./uploaded-fonts.js";

/** For each place where a line of letters begins: it is laid out as a text of its own. */
const PLACE_NS = 90_000;
/** For each character: shaping it, writing its outline, checking it, and reading it again. */
const CHARACTER_NS = 60_000;
const OUTLINE_BYTES = 6_000;

const BUILT_IN: ReadonlySet<string> = new Set(BUILT_IN_FAMILIES);

/** Returns the cost of the texts of an SVG in addition to that of its shapes. */
export function svgTextsCost({ characters, places, families }: SvgTexts, picture: Picture): Cost {
  const { fonts, uploadedFamilies, drawsSvgTexts } = picture;
  if (!drawsSvgTexts || characters === "" || characters.length > MAX_SVG_CHARACTERS_OF_TEXT) return FREE;
  const resolved = families.map(resolveFamily);
  const letters = countLetters(characters, fonts.characters);
  const different = Object.values(letters.different).reduce((sum, count) => sum + count, 0);
  const hasUploads = resolved.some((family) => uploadedFamilies.has(family));
  return addCosts([
    ...resolved.filter((family) => BUILT_IN.has(family)).map((family) => familyCost(family, fonts.families)),
    costOf("the lines of text in its SVG", Math.min(places, characters.length), PLACE_NS),
    costOf("the letters in its SVG", letters.count, CHARACTER_NS, OUTLINE_BYTES),
    scriptsCost(letters),
    hasUploads ? uploadedLettersCost(letters.count, different) : FREE,
  ]);
}
