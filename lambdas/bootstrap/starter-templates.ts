/** The templates that a new workspace starts with. */
import certificate from "../../examples/certificate/template.json" with { type: "json" };
import openGraphCard from "../../examples/open-graph-card/template.json" with { type: "json" };
import photoQuote from "../../examples/photo-quote/template.json" with { type: "json" };
import type { StarterTemplate } from "../../core/templates/seed-templates.js";

export const starterTemplates: readonly StarterTemplate[] = [
  { name: "Open Graph card", document: openGraphCard },
  { name: "Photo quote", document: photoQuote },
  { name: "Certificate", document: certificate },
];
