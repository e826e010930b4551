/** docs/events.md: the events on the bus with their JSON Schemas. */
import { jsonSchemaOf } from "../core/openapi/json-schema-of.js";
import { EVENT_SOURCE, serviceEventSchema } from "../core/contract/render-event.js";

const EXPLANATIONS: Readonly<Record<string, string>> = {
  "render.completed": "A render has ended as done.",
  "render.failed": "A render has ended as failed, or was canceled.",
  "render.archived":
    "The picture of a render was [archived or deleted because of its age](renders.md#when-a-picture-is-archived). No webhook reports it.",
  "batch.completed": "All renders of a batch have ended.",
  "webhook.endpoint.disabled":
    "A [webhook endpoint](webhooks.md#endpoints) was switched off, because it only failed for five days.",
  "credits.low": "A workspace has used 80 % or 100 % of its [credits of a month](access.md#when-the-credits-are-low).",
};

export function eventsPage(): string {
  const events = serviceEventSchema.options.map((schema) => {
    const { type } = schema.shape;
    const types: readonly string[] = "options" in type ? type.options : [...type.values];
    return { types, schema };
  });
  const rows = events.flatMap(({ types }) => types.map((type) => `| \`${type}\` | ${EXPLANATIONS[type] ?? ""} |`));
  const sections = events.map(
    ({ types, schema }) =>
      `## ${types.map((type) => `\`${type}\``).join(" and ")}\n\n` +
      `\`\`\`json\n${JSON.stringify(jsonSchemaOf(schema, "output"), undefined, 2)}\n\`\`\``,
  );
  return (
    [INTRODUCTION, ["| `detail-type` | when |", "|---|---|", ...rows].join("\n"), RULE, ...sections].join("\n\n") + "\n"
  );
}

const INTRODUCTION = `# Events on the bus

The service publishes events on an EventBridge bus of its stack. Add rules of your own to start functions, workflows or queues in the same account.
The events have the source \`${EVENT_SOURCE}\`. An event can arrive more than once, always with the same \`eventId\`. Events identify a job or a batch:
read it with the API for more. \`npm run generate\` writes this page.`;

const RULE = `This rule selects the failed renders of one workspace:

\`\`\`json
{
  "source": ["${EVENT_SOURCE}"],
  "detail-type": ["render.failed"],
  "detail": { "workspaceId": ["c2d9e610-3b7f-4c58-a14d-6f0b8e93d572"] }
}
\`\`\`

The sections below are the JSON Schemas of \`detail\`. New fields can be added.`;
