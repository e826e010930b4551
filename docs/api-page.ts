/** The page `api.md`, made from the route table and the error catalogue, so that it is true. */
import { ERROR_CATALOGUE } from "../core/contract/errors.js";
import { MAX_BODY_BYTES, STATUS_RATE } from "../core/contract/limits.js";
import { errorsOf, type Route, ROUTES } from "../core/contract/routes.js";

const INTRODUCTION = `# API

Every endpoint, made from the table that routes the requests: \`npm run generate\` writes this page and
[openapi.json](openapi.json), the OpenAPI 3.1 document, anew. A running service answers the document at
\`/api/v1/openapi.json\`, with its own address in it; generators of clients and tools such as Postman take it from there.

- JSON in and out, UTF-8, ${MAX_BODY_BYTES / 1024 / 1024} MB at most. Unknown top-level fields and query parameters are ignored.
- \`Authorization: Bearer <API_KEY>\`, or the cookie of a session; one that changes something must come from the service's own origin.
- Each answer has an \`X-Request-Id\`. Limited routes tell their rate in \`RateLimit\` and \`RateLimit-Policy\`; \`status\` is
  ${STATUS_RATE.perSecond} a second a key with ${STATUS_RATE.burst} at once, the others are the plan's.
- The id of another workspace's thing is as unknown as one that never was: \`NOT_FOUND\`.`;

const ERROR_INTRODUCTION = `## Errors

The body of each is \`{ error, message, code, details?, requestId }\`, with the same sentence in \`error\` and \`message\`. Those that may pass
by themselves are worth a repeat, after the seconds of \`Retry-After\` if it is there.`;

export function apiPage(): string {
  const routes: readonly Route[] = Object.values(ROUTES);
  const tags = [...new Set(routes.map(({ tag }) => tag))];
  const sections = tags.map((tag) => `## ${tag}\n\n${endpointTable(routes.filter((route) => route.tag === tag))}`);
  return `${[INTRODUCTION, ...sections, ERROR_INTRODUCTION, errorTable()].join("\n\n")}\n`;
}

function endpointTable(routes: readonly Route[]): string {
  const rows = routes.map((route) => [
    `\`${route.method} ${route.path}\``,
    route.summary,
    accessOf(route),
    route.limit ?? "–",
    Object.keys(route.answers).join(", "),
    [...errorsOf(route)].sort().join(", "),
  ]);
  return table(["endpoint", "", "scope", "rate", "answers", "errors"], rows);
}

function accessOf({ access, scopes }: Route): string {
  if (access === "public") return "no key";
  if (access === "signature") return "no key, but `sig`";
  const scope = scopes?.join(" or ") ?? "any";
  return access === "key-or-signature" ? `${scope}, or \`sig\`` : scope;
}

function errorTable(): string {
  const rows = Object.entries(ERROR_CATALOGUE).map(([code, { status, meaning, retryable }]) => [
    `\`${code}\``,
    String(status),
    meaning,
    retryable ? "yes" : "no",
  ]);
  return table(["code", "status", "meaning", "may pass"], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
