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
      eventId: IDS.workspace + ".keys." + IDS.key,
      type: "key.revoked",
      workspaceId: IDS.workspace,
      timestamp: TIMES.finished,
      keyId: IDS.key,
    }),
    webhook: {
      summary: "A key was revoked",
      data: () => detail.pick({ keyId: true }),
      example: () => ({ keyId: IDS.key }),
      subject: "workspace",
      idEnd: /^keys\\./,
      subjectIdOf: ({ workspaceId }) => workspaceId,
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
  import { getEvent } from "./core/webhooks/get-event.js";
  import { webhookMessageSchema } from "./core/webhooks/occurrence-of.js";
  import { keyRevoked } from "./core/contract/events/key-revoked.js";
  import { eventsPage } from "./docs/events-page.js";
  import { withWebhookEvents } from "./docs/webhook-events.js";

  /** A log with one delivery of the event. */
  const read = async () => {
    const { occurrence } = webhookMessageSchema.parse(keyRevoked.example());
    const { eventId, workspaceId } = occurrence;
    const delivery = { occurrence, target: workspaceId, url: "https://hooks.example.com/", attempts: [], round: "first" };
    const deliveries = { listOf: async ({ kind, id }) => (kind + id === "workspace" + workspaceId ? [delivery] : []) };
    return await getEvent({ deliveries }, workspaceId, eventId);
  };

  export default async function run() {
    const { webhooks, components } = openApiDocument();
    const { operationId, summary, requestBody } = webhooks["key.revoked"].post;
    return {
      chosenByDefault: createEndpointSchema.parse({ url: "https://hooks.example.com/" }).events.at(-1),
      message: webhookMessageSchema.parse(keyRevoked.example()),
      read: JSON.parse((await read()).body),
      operation: { operationId, summary, example: requestBody.content["application/json"].example },
      data: components.schemas.KeyRevokedWebhook.properties.data.required,
      page: eventsPage(),
      table: withWebhookEvents("<!-- events -->\\n<!-- end -->"),
    };
  }
`;

const KEY = "5e8b7c21-0f94-4ad3-b6e1-92c4d7a8f350";
const WORKSPACE = "c2d9e610-3b7f-4c58-a14d-6f0b8e93d572";
const OCCURRED = { eventId: `${WORKSPACE}.keys.${KEY}`, event: "key.revoked", timestamp: "2026-03-02T09:30:01.420Z" };

test("a new event is one file and one line: endpoints can choose it, webhooks deliver it, callers read it by its ID, and the documents describe it", async () => {
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
    read: { ...OCCURRED, type: "key.revoked", data: { keyId: KEY } },
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
