import { expect, test } from "@jest/globals";
import { edited, runChanged } from "../support/changed-sources.js";

const FILE = `
  import * as z from "zod";
  import { IDS, TIMES } from "../example-jobs.js";
  import { EVENT_SOURCE, type EventDefinition } from "./event.js";

  const detail = z.object({
    eventId: z.string(),
    type: z.literal("key.revoked"),
    workspaceId: z.uuid(),
    timestamp: z.iso.datetime(),
    keyId: z.uuid(),
  });

  export const keyRevoked = {
    type: "key.revoked",
    source: EVENT_SOURCE,
    detail,
    when: "A key was revoked.",
    example: () => ({
      eventId: IDS.key + ".revoked",
      type: "key.revoked",
      workspaceId: IDS.workspace,
      timestamp: TIMES.finished,
      keyId: IDS.key,
    }),
    webhook: {
      summary: "A key was revoked",
      data: () => detail.pick({ keyId: true }),
      example: () => ({ keyId: IDS.key }),
      subjectOf: ({ workspaceId: id }) => ({ kind: "workspace", id }),
      dataOf: ({ keyId }) => ({ keyId }),
    },
  } as const satisfies EventDefinition<typeof detail>;`;

const CHANGE = {
  "core/contract/events/key-revoked.ts": FILE,
  "core/contract/events.ts": edited(
    "core/contract/events.ts",
    ["import { renderArchived }", 'import { keyRevoked } from "./events/key-revoked.js";\nimport { renderArchived }'],
    ["  creditsLow,\n", "  creditsLow,\n  keyRevoked,\n"],
  ),
};

const PROGRAM = `
  import { openApiDocument } from "./docs/openapi/openapi-document.js";
  import { createEndpointSchema } from "./core/contract/webhooks-api.js";
  import { webhookMessageSchema } from "./core/webhooks/occurrence-of.js";
  import { keyRevoked } from "./core/contract/events/key-revoked.js";
  import { eventsPage } from "./docs/events-page.js";
  import { withWebhookEvents } from "./docs/webhook-events.js";

  export default function run() {
    const { webhooks, components } = openApiDocument();
    const { operationId, summary, requestBody } = webhooks["key.revoked"].post;
    return {
      chosenByDefault: createEndpointSchema.parse({ url: "https://hooks.example.com/" }).events.at(-1),
      message: webhookMessageSchema.parse(keyRevoked.example()),
      operation: { operationId, summary, example: requestBody.content["application/json"].example },
      data: components.schemas.KeyRevokedWebhook.properties.data.required,
      page: eventsPage(),
      table: withWebhookEvents("<!-- events -->\\n<!-- end -->"),
    };
  }
`;

const KEY = "5e8b7c21-0f94-4ad3-b6e1-92c4d7a8f350";
const WORKSPACE = "c2d9e610-3b7f-4c58-a14d-6f0b8e93d572";
const OCCURRED = { eventId: `${KEY}.revoked`, event: "key.revoked", timestamp: "2026-03-02T09:30:01.420Z" };

test("a new event is one file and one line: endpoints can choose it, webhooks deliver it, and the documents describe it", async () => {
  expect(await runChanged(PROGRAM, CHANGE)).toEqual({
    chosenByDefault: "key.revoked",
    message: {
      occurrence: {
        ...OCCURRED,
        workspaceId: WORKSPACE,
        subject: { kind: "workspace", id: WORKSPACE },
        data: { keyId: KEY },
      },
      round: "first",
    },
    operation: {
      operationId: "receiveKeyRevokedWebhook",
      summary: "A key was revoked",
      example: { ...OCCURRED, type: "key.revoked", data: { keyId: KEY } },
    },
    data: ["keyId"],
    page: expect.stringMatching(/\| `key\.revoked` \| A key was revoked\. \|[^]*\n## `key\.revoked`\n\n```json/),
    table: expect.stringContaining("| `key.revoked` | A key was revoked. | endpoints only |"),
  });
});
