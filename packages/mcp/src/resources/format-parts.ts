/** The template format in parts: one for each layer type, and one for each chapter. */
import { loadGuides, markdownOf } from "../documentation/guides.js";
import parts from "../documentation/format-parts.json" with { type: "json" };

const GUIDE = "template-format";

export const FORMAT_PARTS: readonly { readonly name: string; readonly title: string }[] = parts;

/** Returns a part as Markdown. */
export async function formatText(name: string): Promise<string> {
  const anchors = parts.find((part) => part.name === name)?.anchors ?? [];
  const sections = (await loadGuides()).filter(({ guide, anchor }) => guide === GUIDE && anchors.includes(anchor));
  return markdownOf(sections);
}
