/**
 * The pages of the documentation, in the order of the side bar, grouped by what people want to do. Each Markdown file
 * in `docs/` and `docs/guides/` is in this list or in `NOT_PAGES`, which a test checks.
 */

/** A page of the side bar. */
export interface Entry {
  /** The Markdown file, from `docs/`. Its name without the extension is the path of the page below `/docs/`. */
  readonly source: string;
  /** The short name in the side bar. The title of the page is its first heading. */
  readonly label: string;
}

/** A link of the side bar to something that is not generated from Markdown. */
export interface Elsewhere {
  readonly href: string;
  readonly label: string;
  readonly description: string;
}

export interface Section {
  readonly title: string;
  readonly entries: readonly (Entry | Elsewhere)[];
}

/** The path of the page that shows the API with forms to try it. */
export const REFERENCE_PATH = "/docs/reference";
export const GALLERY_PATH = "/docs/gallery";

const page = (source: string, label: string): Entry => ({ source, label });

export const NAVIGATION: readonly Section[] = [
  {
    title: "Make pictures",
    entries: [
      page("guides/first-picture.md", "First picture"),
      page("studio.md", "The studio"),
      page("guides/picture-in-a-page.md", "A picture in a page"),
      page("guides/open-graph-images.md", "Open Graph images for a blog"),
      page("guides/certificates-from-a-spreadsheet.md", "Certificates from a spreadsheet"),
      page("guides/tickets-by-webhook.md", "Tickets by webhook"),
      page("guides/email-banners.md", "Email banners"),
      {
        href: GALLERY_PATH,
        label: "Gallery",
        description: "A picture of each starter template and of each feature of the template format.",
      },
    ],
  },
  {
    title: "Connect other tools",
    entries: [
      page("guides/n8n-make-zapier.md", "n8n, Make and Zapier"),
      page("guides/wordpress.md", "WordPress"),
      page("guides/google-sheets.md", "Google Sheets"),
      page("client.md", "TypeScript client"),
      page("mcp.md", "Assistants (MCP)"),
      page("command-line.md", "Command line"),
    ],
  },
  {
    title: "Templates",
    entries: [
      page("guides/templates-in-git.md", "Templates in git"),
      page("from-figma.md", "From Figma"),
      page("guides/from-vercel-og.md", "From @vercel/og"),
      page("guides/from-bannerbear-placid.md", "From Bannerbear or Placid"),
      page("html-layers.md", "HTML layers"),
    ],
  },
  {
    title: "Render and deliver",
    entries: [
      page("renders.md", "Renders"),
      page("waiting.md", "Wait for a render"),
      page("batches.md", "Batches"),
      page("signing.md", "Signed URLs"),
      page("webhooks.md", "Webhooks"),
      page("uploads.md", "Uploads"),
    ],
  },
  {
    title: "Operate",
    entries: [
      page("deploy.md", "Deploy"),
      page("access.md", "Keys and plans"),
      page("cost.md", "Cost"),
      page("performance.md", "Performance"),
      page("scale.md", "Scale"),
      page("runbook.md", "Runbook"),
      page("security-review.md", "Security review"),
      page("architecture.md", "How it works"),
      page("compared.md", "Compared with others"),
    ],
  },
  {
    title: "Reference",
    entries: [
      page("template-format.md", "Template format"),
      page("text.md", "Text layout"),
      page("pdf.md", "PDF"),
      page("api.md", "API"),
      {
        href: REFERENCE_PATH,
        label: "Try the API",
        description: "Each endpoint with a form that sends requests to this service.",
      },
      page("templates-api.md", "Templates API"),
      page("events.md", "Events on the bus"),
      page("glossary.md", "Glossary"),
    ],
  },
];

/** Markdown files in `docs/` that are not pages. */
export const NOT_PAGES: readonly string[] = [];

export const isEntry = (entry: Entry | Elsewhere): entry is Entry => "source" in entry;

/** Returns the path of the page that a Markdown file becomes, for example `/docs/signing`. */
export const pathOf = (source: string): string => `/docs/${source.replace(/\.md$/, "")}`;
