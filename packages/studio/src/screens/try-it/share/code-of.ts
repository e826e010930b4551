/** Writes the request of the form as code in several languages. */
import type { CreateRender } from "@image-render/client";

export const LANGUAGES = ["curl", "typescript", "python", "n8n", "mcp"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The formats, whose names are also the extensions of files. */
type Format = NonNullable<CreateRender["format"]>;

/** Returns the code that renders a request and saves the picture. The key is never part of it. */
export function codeOf(language: Language, baseUrl: string, request: CreateRender): string {
  const file = `picture.${request.format ?? ("png" satisfies Format)}`;
  switch (language) {
    case "curl":
      return curl(baseUrl, request, file);
    case "typescript":
      return typescript(baseUrl, request, file);
    case "python":
      return python(baseUrl, request, file);
    case "n8n":
      return n8n(baseUrl, request);
    case "mcp":
      return JSON.stringify({ name: "render", arguments: request }, undefined, 2);
  }
}

/** In single quotes, a shell changes nothing but the quote itself. */
function curl(baseUrl: string, request: CreateRender, file: string): string {
  const body = JSON.stringify(request, undefined, 2).replaceAll("'", `'\\''`);
  return [
    `curl -s "${baseUrl}/api/v1/render?wait=30" \\`,
    `  -H "Authorization: Bearer $IRS_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${body}' > job.json`,
    `curl -s -o ${file} "$(node -p "require('./job.json').assetUrl")"`,
  ].join("\n");
}

function typescript(baseUrl: string, request: CreateRender, file: string): string {
  return [
    `import { writeFile } from "node:fs/promises";`,
    `import { ImageRenderService } from "@image-render/client";`,
    ``,
    `const irs = new ImageRenderService({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: process.env.IRS_API_KEY });`,
    `const render = await irs.renders.createAndWait(${literal(request, "")});`,
    `await writeFile(${JSON.stringify(file)}, await irs.renders.download(render.id));`,
  ].join("\n");
}

/** Writes an object as TypeScript does: names without quotes where they need none. */
function literal(value: unknown, indent: string): string {
  if (Array.isArray(value))
    return list(
      "[",
      value.map((item) => literal(item, `${indent}  `)),
      "]",
      indent,
    );
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
    return `${name}: ${literal(item, `${indent}  `)}`;
  });
  return list("{", entries, "}", indent);
}

function list(open: string, items: readonly string[], close: string, indent: string): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}${close}`;
}

function python(baseUrl: string, request: CreateRender, file: string): string {
  return [
    `import json, os, urllib.request`,
    ``,
    `body = ${pythonLiteral(request, "")}`,
    `request = urllib.request.Request(`,
    `    ${JSON.stringify(`${baseUrl}/api/v1/render?wait=30`)},`,
    `    data=json.dumps(body).encode(),`,
    `    headers={"Authorization": "Bearer " + os.environ["IRS_API_KEY"], "Content-Type": "application/json"},`,
    `)`,
    `job = json.load(urllib.request.urlopen(request))`,
    `urllib.request.urlretrieve(job["assetUrl"], ${JSON.stringify(file)})`,
  ].join("\n");
}

/** Python writes strings and numbers as JSON does, but not `true`, `false` and `null`. */
function pythonLiteral(value: unknown, indent: string): string {
  if (Array.isArray(value))
    return pythonList(
      "[",
      value.map((item) => pythonLiteral(item, `${indent}    `)),
      "]",
      indent,
    );
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value !== "object" || value === null) return value === null ? "None" : JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item, `${indent}    `)}`,
  );
  return pythonList("{", entries, "}", indent);
}

function pythonList(open: string, items: readonly string[], close: string, indent: string): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${indent}    ${item},\n`).join("")}${indent}${close}`;
}

/** A node of n8n that sends the request, waits for the picture, and passes the job on. */
function n8n(baseUrl: string, request: CreateRender): string {
  const node = {
    name: "Render a picture",
    type: "n8n-nodes-base.httpRequest",
    typeVersion: 4.2,
    position: [0, 0],
    parameters: {
      method: "POST",
      url: `${baseUrl}/api/v1/render?wait=60`,
      authentication: "genericCredentialType",
      genericAuthType: "httpHeaderAuth",
      sendBody: true,
      specifyBody: "json",
      jsonBody: JSON.stringify(request, undefined, 2),
    },
  };
  return JSON.stringify({ nodes: [node], connections: {} }, undefined, 2);
}
