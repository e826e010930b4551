/** The tables of the built-in font families. They derive from the list of families and from their files. */
import { statSync } from "node:fs";
import {
  BUILT_IN_FAMILIES,
  type BuiltInFamily,
  type Face,
  FAMILIES,
  type FamilyKind,
  filesOfFace,
  type FontStyle,
  fontPath,
  SYMBOL_FILES,
} from "@image-render/fonts";
import { table } from "./markdown-table.js";

/** Returns the text with a new table between each pair of marks, `<!-- fonts: name -->` and `<!-- end -->`. */
export function withFontTables(markdown: string): string {
  return markdown.replace(
    /(<!-- fonts: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_whole, open: string, name: string, close: string) => `${open}${tableOf(name)}${close}`,
  );
}

function tableOf(name: string): string {
  if (name === "families") return `\n${table(["family", "style", "scripts", "weights"], familyRows())}\n\n`;
  if (name === "sizes") return `\n${table(["style", "families", "files", "size"], sizeRows())}\n\n`;
  if (name === "sum") return `${sumSentence()}\n`;
  throw new Error(`There is no table ${name}.`);
}

function familyRows(): string[][] {
  return BUILT_IN_FAMILIES.map((family) => {
    const { kind, faces } = FAMILIES[family];
    return [family, kind, scriptsOf(family).join(", "), weightsOf(faces)];
  });
}

/** Returns the weights of faces: `100–900, also italic`. */
export function weightsOf(faces: readonly Face[]): string {
  const [upright, italic] = [listWeights(faces, "normal"), listWeights(faces, "italic")];
  if (italic === "") return upright;
  return italic === upright ? `${upright}, also italic` : `${upright}, italic ${italic}`;
}

function listWeights(faces: readonly Face[], wanted: FontStyle): string {
  const weights = faces.filter(({ style }) => style === wanted).map(({ weight }) => weight);
  const [first = 0, last = 0] = [weights[0], weights.at(-1)];
  const isWhole = weights.length > 2 && weights.length === (last - first) / 100 + 1;
  return isWhole ? `${first}–${last}` : weights.join(", ");
}

const CJK: Readonly<Record<string, string>> = { sc: "Chinese", jp: "Japanese", kr: "Korean" };
/** The subsets that belong to no script. */
const SYMBOLS = ["math", "symbols"];

/** Returns the scripts that a family has letters of. */
export function scriptsOf(family: BuiltInFamily): string[] {
  const { slug, subsets } = FAMILIES[family];
  if (subsets === "slices") return [CJK[slug.slice(slug.lastIndexOf("-") + 1)] ?? family, "Latin"];
  const scripts = subsets.filter((subset) => !SYMBOLS.includes(subset)).map((subset) => subset.replace("-ext", ""));
  return [...new Set(scripts)].map(capitalized);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sizeRows(): string[][] {
  const kinds = [...new Set(BUILT_IN_FAMILIES.map(groupOf))];
  const rows = kinds.map((group) => {
    const families = BUILT_IN_FAMILIES.filter((family) => groupOf(family) === group);
    return [group, families.join(", "), ...measured(families.flatMap(filesOf))];
  });
  const symbols = "Noto Sans Math, Noto Sans Symbols, Noto Sans Symbols 2";
  return [...rows, ["symbols, mathematics", symbols, ...measured(SYMBOL_FILES)]];
}

/** Returns the name of the row for a family: its style, or what its letters are for. */
function groupOf(family: BuiltInFamily): FamilyKind | "scripts" | "Chinese, Japanese, Korean" {
  const { slug, subsets, kind } = FAMILIES[family];
  if (subsets === "slices") return "Chinese, Japanese, Korean";
  return slug.startsWith("noto-") ? "scripts" : kind;
}

function filesOf(family: BuiltInFamily): string[] {
  return FAMILIES[family].faces.flatMap((face) => filesOfFace(family, face));
}

function sumSentence(): string {
  const files = [...BUILT_IN_FAMILIES.flatMap(filesOf), ...SYMBOL_FILES];
  const [count = "", size = ""] = measured(files);
  return `The ${BUILT_IN_FAMILIES.length} families and the symbols have ${count} files with ${size}.`;
}

function measured(files: readonly string[]): string[] {
  const bytes = files.reduce((sum, file) => sum + statSync(fontPath(file)).size, 0);
  return [files.length.toLocaleString("en-US"), `${(bytes / 1e6).toFixed(1)} MB`];
}
