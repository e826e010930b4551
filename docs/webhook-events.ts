/** The events in docs/webhooks.md. */
import { payloadExample } from "./openapi/webhook-payloads.js";
import { CHOSEN_EVENTS, DIRECT_EVENTS, WEBHOOK_EVENTS } from "../core/contract/events.js";
import { table } from "./markdown-table.js";

/** Replaces the table of the events, and the example of a body below a comment such as `<!-- body: render.failed -->`. */
export function withWebhookEvents(page: string): string {
  return page
    .replace(
      /(<!-- events -->\n)[^]*?(<!-- end -->)/,
      (_, open: string, close: string) => `${open}\n${events()}\n\n${close}`,
    )
    .replace(/(<!-- body: ([\w.]+) -->\n)```json\n[^]*?```/g, (_, open: string, type: string) => open + bodyOf(type));
}

function events(): string {
  const chosen = CHOSEN_EVENTS.map(({ type, when, webhook }) => {
    const isOfWorkspace = webhook.subject === "workspace";
    return [`\`${type}\``, when, isOfWorkspace ? "endpoints only" : "endpoints and the `webhookUrl` of the request"];
  });
  const direct = DIRECT_EVENTS.map(({ type, when }) => [`\`${type}\``, when, "this endpoint"]);
  return table(["event", "when", "who receives it"], [...chosen, ...direct]);
}

function bodyOf(type: string): string {
  const event = WEBHOOK_EVENTS.find((one) => one.type === type);
  if (event === undefined) throw new Error(`docs/webhooks.md shows the body of ${type}, which no webhook reports.`);
  return `\`\`\`json\n${JSON.stringify(payloadExample(event), undefined, 2)}\n\`\`\``;
}
