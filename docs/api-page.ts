/** The text of the page `api.md`, which derives from the route table and the error catalogue. */
import { ERROR_CATALOGUE } from "../core/contract/errors.js";
import { MAX_BODY_BYTES } from "../core/contract/limits.js";
import { RATE_LIMITS } from "../core/contract/rate-limits.js";
import { errorsOf, type Route, ROUTES } from "../core/contract/routes.js";
import { fieldTables } from "./field-tables.js";
import { table } from "./markdown-table.js";

const INTRODUCTION = `# API

All endpoints of the service. \`npm run generate\` writes this page and the OpenAPI 3.1 document [openapi.json](openapi.json) from the table
that routes the requests. A running service returns the document, with its own base URL, at \`/api/v1/openapi.json\`. You can import it from
there into client generators and tools such as Postman. \`/docs/reference\` of a running service shows it as a page.

- Requests and responses are JSON in UTF-8. A request body can have at most ${MAX_BODY_BYTES / 1024 / 1024} MB. From about
  4.5 MB on, the platform itself can return 413, with a body of its own and without a \`code\`: [large requests](uploads.md#large-requests).
- The service ignores unknown top-level fields and unknown query parameters.
- Send \`Authorization: Bearer <API_KEY>\` or the cookie of a session. A request with a cookie that changes something must come from the
  service's own origin.
- Each response has an \`X-Request-Id\`. Routes with a rate limit return \`RateLimit\` and \`RateLimit-Policy\`. The rate \`status\` is ${RATE_LIMITS.status.everyPlan.perSecond} requests
  per second and key, with bursts of ${RATE_LIMITS.status.everyPlan.burst}. The plan sets the other rates.
- Text that is not well-formed Unicode is repaired with U+FFFD. The response to bytes that are not UTF-8 is 400 where the service sees the bytes. Where the
  platform has already replaced them, the response has the warning \`REPLACED_CHARACTERS\` with \`path\` and \`text\`.
- A 422 lists all issues in \`details.issues\`: those of the fields, and those of the check against the template.
- An \`Idempotency-Key\` makes a creation safe to repeat: renders, batches and their ZIPs, signed URLs, templates, projects, uploads, keys,
  workspaces and webhook endpoints. For 24 hours, an identical request with the same key returns the first successful response, with
  \`Idempotency-Replayed: true\` and with the secret that the first response had. With another body, the key is refused (422). Use a new random
  key for each creation, and send it again only to repeat that creation.
- 201 and 202 have a \`Location\`. \`HEAD\` works on every \`GET\`.
- For an object of another workspace, the response is \`NOT_FOUND\`, the same as for an object that does not exist.

## Generate a client

Tests generate clients from the document: in TypeScript by openapi-typescript and @hey-api/openapi-ts, in Python and Go by openapi-generator
(\`npm run test:generated\`, which also runs them). With openapi-generator 7.26, use the option \`useOneOfDiscriminatorLookup\`, so that clients
choose the type of a layer by its \`type\`:

\`\`\`bash
curl -o openapi.json "$BASE/api/v1/openapi.json"
openapi-generator-cli generate -i openapi.json -g python -o client --additional-properties=packageName=irs_client,useOneOfDiscriminatorLookup=true
\`\`\`

The section \`webhooks\` of the document has the bodies that your server receives: \`RenderCompletedWebhook\`, \`RenderFailedWebhook\`,
\`BatchCompletedWebhook\` and \`CreditsLowWebhook\` ([webhooks](webhooks.md)). The Python generator also writes
\`api/webhook_requests_api.py\`, which does not compile and which nothing imports. Delete it.`;

const ERROR_INTRODUCTION = `## Errors

The body of an error is \`{ error, message, code, details?, requestId }\`. \`error\` and \`message\` contain the same text. If an error is
retryable, you can repeat the request. Wait for the seconds in \`Retry-After\`, if the header is present.`;

export function apiPage(): string {
  const routes: readonly Route[] = Object.values(ROUTES);
  const tags = [...new Set(routes.map(({ tag }) => tag))];
  const sections = tags.map((tag) =>
    section(
      tag,
      routes.filter((route) => route.tag === tag),
    ),
  );
  return `${[INTRODUCTION, ...sections, ERROR_INTRODUCTION, errorTable()].join("\n\n")}\n`;
}

function section(tag: string, routes: readonly Route[]): string {
  const fields = routes
    .map((route) => ({ route, tables: fieldTables(route) }))
    .filter(({ tables }) => tables !== "")
    .map(({ route: { method, path, summary }, tables }) => `### ${method} ${path}\n\n${summary}.\n\n${tables}`);
  return [`## ${tag}`, endpointTable(routes), ...fields].join("\n\n");
}

function endpointTable(routes: readonly Route[]): string {
  const rows = routes.map((route) => [
    `\`${route.method} ${route.path}\``,
    route.summary,
    accessOf(route),
    route.limit ?? "–",
    Object.keys(route.responses).join(", "),
    errorsByStatus(route),
  ]);
  return table(["endpoint", "purpose", "scope", "rate", "success", "[errors](#errors)"], rows);
}

/** For example `400 BAD_REQUEST, 422 DUPLICATE_LAYER_NAMES or VALIDATION_ERROR`. */
function errorsByStatus(route: Route): string {
  const codes = [...errorsOf(route), "INTERNAL" as const];
  const statuses = [...new Set(codes.map((code) => ERROR_CATALOGUE[code].status))];
  return statuses
    .sort((one, other) => one - other)
    .map((status) => {
      const same = codes.filter((code) => ERROR_CATALOGUE[code].status === status).sort();
      return `${status} ${same.join(" or ")}`;
    })
    .join(", ");
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
  return table(["code", "status", "meaning", "retryable"], rows);
}
