/** What tests of archived and deleted pictures share. */
import type { Service } from "./service.js";
import { until } from "./service.js";

/** How a lifecycle rule changes a picture. */
export const AGES = { archived: "/objects/storage-class", deleted: "/objects/expire" } as const;

interface BusEvent {
  readonly event: { readonly "detail-type": string; readonly detail: { readonly jobId?: string } };
}

/** The events on the bus about archived pictures of these jobs, in their order. */
export async function archivalsOf(service: Service, ...jobIds: readonly string[]) {
  const events = await service.inspect<readonly BusEvent[]>("/events");
  const own = events.filter(({ event }) => event["detail-type"] === "render.archived");
  return own.map(({ event }) => event.detail).filter(({ jobId = "" }) => jobIds.includes(jobId));
}

/** Applies a lifecycle rule to the picture of a job, and waits until the job is marked. */
export async function agePicture(service: Service, bucket: string, id: string, how: keyof typeof AGES): Promise<void> {
  const object = { bucket, key: `renders/${id}.png` };
  await service.inspect(AGES[how], how === "archived" ? { ...object, storageClass: "GLACIER" } : object);
  await until(`the picture ${id} is ${how}`, async () => (await archivalsOf(service, id))[0]);
}

/** Starts a session of the service's first key. Resolves to the `Cookie` header of its requests. */
export async function startSession({ connection: { baseUrl, apiKey } }: Service): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: baseUrl },
    body: JSON.stringify({ apiKey }),
  });
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
