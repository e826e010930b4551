import { readFileSync } from "node:fs";
import { EMOJI_FILE } from "../../core/rendering/fonts/emoji.js";
import { resolveInstalled } from "../../core/rendering/native.js";

const EMOJI_NAMES = "@iconify-json/noto/chars.json";
const ENTRIES_A_LINE = 60;

interface Entry {
  /** Code points in hexadecimal, joined by hyphens. */
  readonly sequence: string;
  readonly start: number;
  readonly length: number;
}

/** The source text of `core/rendering/fonts/emoji-index.ts` for the installed package. */
export function emojiIndexSource(): string {
  const entries = readEntries();
  let end = 0;
  const fields = entries.map(({ sequence, start, length }) => {
    const field = `${sequence}:${(start - end).toString(36)}:${length.toString(36)}`;
    end = start + length;
    return field;
  });
  const lines: string[] = [];
  for (let at = 0; at < fields.length; at += ENTRIES_A_LINE) {
    lines.push(fields.slice(at, at + ENTRIES_A_LINE).join(" "));
  }
  return [
    "/**",
    " * Written by `npm run generate`: for each emoji its code points, the bytes between the end of the one before and",
    " * its own start in the package's file, and its length in bytes, both in base 36. What stands there is a JSON string.",
    " */",
    `export const EMOJI_INDEX = \`\n${lines.join("\n")}\n\`;`,
    "",
  ].join("\n");
}

/** In the order of the file; where two sequences share a drawing, the index names the place twice. */
function readEntries(): Entry[] {
  const file = readFileSync(resolveInstalled(EMOJI_FILE));
  const sequences = JSON.parse(readFileSync(resolveInstalled(EMOJI_NAMES), "utf8")) as Record<string, string>;
  const icons = (JSON.parse(file.toString()) as { icons: Record<string, { body: string }> }).icons;
  let from = 0;
  const places = new Map<string, { start: number; length: number }>();
  for (const [name, { body }] of Object.entries(icons)) {
    const needle = Buffer.from(JSON.stringify(body));
    const start = file.indexOf(needle, from);
    if (start === -1) throw new Error(`The drawing of ${name} does not stand in the file as expected.`);
    places.set(name, { start, length: needle.length });
    from = start + needle.length;
  }
  return Object.entries(sequences)
    .map(([sequence, name]) => ({ sequence, place: places.get(name) }))
    .flatMap(({ sequence, place }) => (place === undefined ? [] : [{ sequence, ...place }]))
    .sort((a, b) => a.start - b.start);
}
