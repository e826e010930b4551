/** The templates of a new workspace. */
import certificate from "../../examples/certificate/template.json" with { type: "json" };
import openGraphCard from "../../examples/open-graph-card/template.json" with { type: "json" };
import photoQuote from "../../examples/photo-quote/template.json" with { type: "json" };
import type { StarterTemplate } from "../../core/templates/seed-templates.js";

export const starterTemplates: readonly StarterTemplate[] = [
  { name: "Open Graph card", document: openGraphCard },
  { name: "Photo quote", document: photoQuote },
  { name: "Certificate", document: certificate },
];

/**
 * The body of a render request that shows a new deployment at work.
 *
 * @param ids IDs of the starter templates by name
 */
export function sampleRequest(ids: Readonly<Record<string, string>>): unknown {
  return {
    template: ids["Open Graph card"],
    layers: {
      title: { text: "Designs in, pictures out" },
      subtitle: { text: "One request to your own stack, and a finished picture comes back. This one did." },
      author: { text: "Your Name Here" },
      date: { text: "A minute ago  ·  1 request" },
      category: { text: "First picture" },
    },
  };
}
