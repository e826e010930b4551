/** The guides in `docs/`, cut at their headings: the sections that the MCP server searches and returns. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A part of a guide, from one heading to the next. */
export interface GuideSection {
  /** The guide: the name of its file without `.md`. */
  readonly guide: string;
  /** The headings above the section and its own, from the title of the guide. */
  readonly headings: readonly string[];
  /** The fragment of the heading in links: `#editions`. Empty for the beginning of a guide. */
  readonly anchor: string;
  /** Markdown, without the heading. */
  readonly text: string;
}

/** The reference of the API repeats the OpenAPI document. Assistants call tools instead. */
const LEFT_OUT = ["api.md"];

/** Reads all guides of a folder. */
export function guideSections(folder: string): GuideSection[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".md") && !LEFT_OUT.includes(name));
  return files.sort().flatMap((file) => sectionsOf(file.slice(0, -3), readFileSync(join(folder, file), "utf8")));
}

/** Cuts one guide. Headings inside code blocks are comments of a shell. */
export function sectionsOf(guide: string, markdown: string): GuideSection[] {
  const sections: { headings: string[]; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const [, marks = "", heading = ""] = isCode ? [] : (/^(#{1,4}) (.+)$/.exec(line) ?? []);
    if (marks === "") sections.at(-1)?.lines.push(line);
    else sections.push({ headings: [...headingsAbove(sections, marks.length), heading], lines: [] });
  }
  return sections
    .map(({ headings, lines }) => ({
      guide,
      headings,
      anchor: headings.length < 2 ? "" : anchorOf(headings.at(-1) ?? ""),
      text: withoutMarks(lines.join("\n")),
    }))
    .filter(({ text }) => text !== "");
}

function headingsAbove(sections: readonly { readonly headings: readonly string[] }[], level: number): string[] {
  return [...(sections.at(-1)?.headings ?? [])].slice(0, level - 1);
}

/** Returns the fragment that Markdown renderers give a heading. */
function anchorOf(heading: string): string {
  const text = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "");
  return text.replace(/\s/g, "-");
}

/** Removes pictures and the marks of generated parts. */
function withoutMarks(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->\n*/g, "")
    .replace(/!\[[^\]]*\]\([^)]*\)\n*/g, "")
    .trim();
}
