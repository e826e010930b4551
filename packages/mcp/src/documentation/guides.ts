/** The guides of the service, as `npm run generate` has cut them at their headings. */

/** A part of a guide, from one heading to the next. */
export interface GuideSection {
  /** The guide: the name of its file without `.md`. */
  readonly guide: string;
  /** The headings above the section and its own, from the title of the guide. */
  readonly headings: readonly string[];
  /** The fragment of the heading in links. Empty for the beginning of a guide. */
  readonly anchor: string;
  /** Markdown, without the heading. */
  readonly text: string;
}

/** Loads the guides. Most calls need none of them, so they are in a file of their own. */
export async function loadGuides(): Promise<readonly GuideSection[]> {
  const { default: sections } = await import("./guides.json", { with: { type: "json" } });
  return sections;
}

/** Returns the address of a guide, or of a section. */
export function uriOf({ guide, anchor = "" }: { readonly guide: string; readonly anchor?: string }): string {
  return anchor === "" ? `irs://docs/${guide}` : `irs://docs/${guide}#${anchor}`;
}

/** Returns sections as one Markdown text. */
export function markdownOf(sections: readonly GuideSection[]): string {
  return sections
    .map(({ headings, text }) => `${"#".repeat(headings.length)} ${headings.at(-1) ?? ""}\n\n${text}\n`)
    .join("\n");
}
