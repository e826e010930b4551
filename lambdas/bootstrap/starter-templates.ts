/** The templates of a new workspace. */
import certificate from "../../examples/certificate/template.json" with { type: "json" };
import emailBanner from "../../examples/email-banner/template.json" with { type: "json" };
import eventTicket from "../../examples/event-ticket/template.json" with { type: "json" };
import barChart from "../../examples/features/bar-chart/template.json" with { type: "json" };
import progressBar from "../../examples/features/progress-bar/template.json" with { type: "json" };
import ring from "../../examples/features/ring/template.json" with { type: "json" };
import stars from "../../examples/features/stars/template.json" with { type: "json" };
import table from "../../examples/features/table/template.json" with { type: "json" };
import openGraphCard from "../../examples/open-graph-card/template.json" with { type: "json" };
import photoQuote from "../../examples/photo-quote/template.json" with { type: "json" };
import type { HomeSample } from "../../core/site/home-values.js";
import type { StarterTemplate } from "../../core/templates/seed-templates.js";

/** The starter template of the first request, and of the picture on the home page. */
const FIRST = "Open Graph card";

export const starterTemplates: readonly StarterTemplate[] = [
  { name: FIRST, document: openGraphCard },
  { name: "Photo quote", document: photoQuote },
  { name: "Certificate", document: certificate },
  { name: "Event ticket", document: eventTicket },
  { name: "Email banner", document: emailBanner },
  // These have expressions in their attributes, and no images.
  { name: "Progress bar", document: progressBar },
  { name: "Progress ring", document: ring },
  { name: "Bar chart", document: barChart },
  { name: "Stars", document: stars },
  { name: "Table", document: table },
];

/**
 * Returns the body of a render request that shows a new deployment at work.
 *
 * @param ids IDs of the starter templates by name
 */
export function sampleRequest(ids: Readonly<Record<string, string>>): unknown {
  return {
    template: ids[FIRST],
    layers: {
      title: { text: "Designs in, pictures out" },
      subtitle: { text: "One request to your own stack, and a finished picture comes back. This one did." },
      author: { text: "Your Name Here" },
      date: { text: "A minute ago  ·  1 request" },
      category: { text: "First picture" },
    },
  };
}

/**
 * Returns the picture on the home page and the request to copy from there.
 *
 * @param ids IDs of the starter templates by name
 */
export function homeSample(ids: Readonly<Record<string, string>>, workspaceId: string): HomeSample {
  const templateId = ids[FIRST];
  if (templateId === undefined) throw new Error(`The starter template ${FIRST} has no ID.`);
  return {
    workspaceId,
    templateId,
    picture: {
      title: "Designs in, pictures out",
      subtitle: "Nobody exported this file. This service drew it when the page first asked for it.",
      site: "image render service",
      author: "A signed URL",
      date: "1200 × 630  ·  PNG",
      category: "First picture",
    },
    request: { title: "My first picture", author: "One request" },
  };
}
