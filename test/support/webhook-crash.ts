/** Kills the webhook function while a receiver has its request: the delivery is sent and not recorded. */
import { webhookSecretBodySchema } from "../../core/contract/webhooks-api.js";
import { type Service, until } from "../end-to-end/service.js";
import { WebhookReceiver } from "./webhook-receiver.js";

/** Resolves to the event IDs of the deliveries that the receiver verified, the interrupted one first. */
export async function killBetweenSendingAndRecording(service: Service): Promise<readonly string[]> {
  const receiver = new WebhookReceiver();
  receiver.behave = ({ count }) => (count === 1 ? "hang" : { status: 204 });
  await receiver.start();
  const secret = await service.call("/api/v1/webhooks/secret");
  receiver.secrets.push(webhookSecretBodySchema.parse(await secret.json()).secret);
  const template = service.template("Open Graph card");
  await service.createRender({ template, scale: 0.1, webhookUrl: receiver.url("/killed") });
  await until("the receiver has the first request", () => receiver.received.at(0));
  const functions = await service.inspect<{ name: string; pids: number[] }[]>("/functions");
  for (const pid of functions.find(({ name }) => name === "webhook")?.pids ?? []) process.kill(pid, "SIGKILL");
  await until("the event arrives again", () => receiver.acceptedAt("/killed").at(0), 480_000);
  await receiver.stop();
  return receiver.received.map(({ body }) => body.eventId);
}
