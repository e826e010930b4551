/** The text to print when the service is ready: its base address, an API key, and two commands to paste. */
import type { Connection } from "./connection-file.js";

/** Returns the text. `sampleBody` is the body of a create-render request. By default, it renders the first template. */
export function bannerText(
  { baseUrl, apiKey, templates }: Connection,
  sampleBody: string | undefined,
  seconds: number,
): string {
  const [first] = Object.entries(templates);
  const body = sampleBody ?? (first && JSON.stringify({ template: first[1] }));
  const lines = [
    "",
    `Ready after ${seconds.toFixed(1)} s`,
    "",
    `  Base address  ${baseUrl}`,
    `  API key       ${apiKey}`,
  ];
  if (first !== undefined) lines.push(`  Templates     ${Object.keys(templates).join(", ")}`);
  if (body !== undefined) lines.push(...samples(baseUrl, apiKey, body));
  return [...lines, "", "Stop with Ctrl-C.", ""].join("\n");
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
