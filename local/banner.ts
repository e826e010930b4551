/** The text to print when the service is ready: a link to the studio, an API key, and two commands to paste. */
import type { Connection } from "./connection-file.js";

/** The facts that the text contains in addition to the connection. */
export interface BannerFacts {
  /** The body of a create-render request. By default, it renders the first template. */
  readonly sampleBody: string | undefined;
  /** A link that signs in to the studio. */
  readonly signInLink: string | undefined;
  /** How long the start took. */
  readonly seconds: number;
}

/** Returns the text. */
export function bannerText({ baseUrl, apiKey, templates }: Connection, facts: BannerFacts): string {
  const { sampleBody, signInLink, seconds } = facts;
  const [first] = Object.entries(templates);
  const body = sampleBody ?? (first && JSON.stringify({ template: first[1] }));
  const lines = [
    "",
    `Ready after ${seconds.toFixed(1)} s`,
    "",
    ...studio(baseUrl, signInLink),
    `  Base address  ${baseUrl}`,
    `  API key       ${apiKey}`,
  ];
  if (first !== undefined) lines.push(`  Templates     ${Object.keys(templates).join(", ")}`);
  if (body !== undefined) lines.push(...samples(baseUrl, apiKey, body));
  return [...lines, "", "Stop with Ctrl-C.", ""].join("\n");
}

function studio(baseUrl: string, signInLink: string | undefined): string[] {
  if (signInLink === undefined) return [`  Studio        ${baseUrl}/studio`];
  return [
    `  Studio        ${signInLink}`,
    "                Signs you in once, within five minutes. A new link: npx irs studio",
    "",
  ];
}

function samples(baseUrl: string, apiKey: string, body: string): string[] {
  const key = `-H 'Authorization: Bearer ${apiKey}'`;
  const quoted = `'${body.replaceAll("'", `'\\''`)}'`;
  return [
    "",
    "Create a render:",
    "",
    `  curl -s ${baseUrl}/api/v1/render ${key} -H 'Content-Type: application/json' -d ${quoted} | tee render.json`,
    "",
    "Fetch its picture as soon as it is done:",
    "",
    // The response is 404 until the job is done. curl retries it.
    `  curl -sf --retry 30 --retry-delay 1 --retry-all-errors -o picture.png ${key} "${baseUrl}/api/v1/renders/$(sed -E 's/.*"id":"([^"]+)".*/\\1/' render.json)/asset"`,
  ];
}
