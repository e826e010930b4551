/** docs/events.md: the events on the bus with their JSON Schemas. */
import { jsonSchemaOf } from "./openapi/json-schema-of.js";
import { EVENT_SOURCE } from "../core/contract/events/event.js";
import { EVENTS } from "../core/contract/events.js";
import { table } from "./markdown-table.js";

/** Returns the page. It contains every event for subscribers. */
export function eventsPage(): string {
  const rows = EVENTS.map(({ type, when }) => [`\`${type}\``, when]);
  const sections = EVENTS.map(
    ({ type, detail }) =>
      `## \`${type}\`\n\n\`\`\`json\n${JSON.stringify(jsonSchemaOf(detail, "output"), undefined, 2)}\n\`\`\``,
  );
  return `${[INTRODUCTION, table(["`detail-type`", "when"], rows), RULE, ...sections].join("\n\n")}\n`;
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
