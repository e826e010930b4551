/** Fills an empty workspace with what the screens of the studio show. */
import { readFileSync } from "node:fs";
import { ImageRenderService } from "@image-render/client";
import { type Service, until } from "../../end-to-end/service.js";
import type { WebhookReceiver } from "../../support/webhook-receiver.js";
import { invitationDocument } from "./invitation-document.js";

/** The IDs of the samples. */
export interface Samples {
  /** A template with a variable of each type, and three versions. */
  readonly invitation: string;
  /** Two templates of the deployment. */
  readonly certificate: string;
  readonly ticket: string;
  readonly done: string;
  readonly failed: string;
}

/** The document is plain data, whose types the client does not know. */
type AnyDocument = Parameters<ImageRenderService["templates"]["create"]>[0]["document"];

/** Creates a template with three versions, renders, an upload, a key and an endpoint for webhooks. */
export async function fillWorkspace(service: Service, receiver: WebhookReceiver): Promise<Samples> {
  const { baseUrl, apiKey } = service.connection;
  const irs = new ImageRenderService({ baseUrl, apiKey });
  const invitation = await createInvitation(irs);
  const picture = readFileSync("examples/features/uploads/expected.png");
  await irs.uploads.upload(picture, { contentType: "image/png", filename: "landscape.png" });
  await irs.projects.create({ name: "Spring campaign" });
  await irs.keys.create({ name: "Web shop", scopes: ["render"] });
  const events = ["render.completed", "render.failed"] as const;
  const { secret } = await irs.webhooks.createEndpoint({ url: receiver.url("/hooks/pictures"), events: [...events] });
  receiver.secrets.push(secret);
  let rendered = 0;
  const render = async (request: Readonly<Record<string, unknown>>): Promise<string> => {
    const { id } = await service.createRender(request);
    await service.ended(id);
    // Otherwise, the order of the deliveries would be random.
    rendered += 1;
    await until("the webhook is delivered", () => (receiver.received.length >= rendered ? true : undefined));
    return id;
  };
  for (const title of ["Certificate", "Event ticket", "Photo quote"])
    await render({ template: service.template(title) });
  const variables = { title: "An evening of pictures" };
  const failed = await render({
    template: invitation,
    variables,
    layers: { portrait: { strict: true, image_url: "https://images.invalid/portrait.png" } },
  });
  const done = await render({
    template: invitation,
    variables: { ...variables, room: "Garden" },
    layers: { portrait: { image_url: "https://images.invalid/portrait.png" } },
    metadata: { order: "4711" },
  });
  const [certificate, ticket] = [service.template("Certificate"), service.template("Event ticket")];
  return { invitation, certificate, ticket, done, failed };
}

/** Creates the invitation, and saves two changes of it. */
export async function createInvitation(irs: ImageRenderService, name = "Invitation"): Promise<string> {
  const { id } = await irs.templates.create({ name, document: invitationDocument as unknown as AnyDocument });
  for (const height of [630, 640]) {
    await irs.templates.update(id, { document: { ...invitationDocument, height } as unknown as AnyDocument });
  }
  return id;
}
