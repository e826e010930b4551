/** Receives webhooks with the package `standardwebhooks`: PORT=8080 WEBHOOK_SECRET=whsec_… npx tsx receiver.ts */
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env["WEBHOOK_SECRET"] ?? "");
/** Use a table with a unique key in production: the same event can arrive twice. */
const seen = new Set<string>();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    // Verify the bytes as they came. JSON that was parsed and written again has a different signature.
    const body = Buffer.concat(chunks).toString();
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    try {
      webhook.verify(body, headers);
    } catch {
      response.writeHead(400).end("The signature is not valid.");
      return;
    }
    const { eventId, event, data } = JSON.parse(body) as { eventId: string; event: string; data: { id?: string } };
    if (!seen.has(eventId)) process.stdout.write(`${event} ${data.id ?? ""}\n`);
    seen.add(eventId);
    // Respond within 15 seconds. Do longer work afterwards.
    response.writeHead(204).end();
  });
});

server.listen(Number(process.env["PORT"] ?? 8080), () => process.stdout.write("listening\n"));
