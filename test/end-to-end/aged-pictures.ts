/** The tests of pictures that are archived or deleted because of their age. They use a stack that other tests use too. */
import { describe, expect, test } from "@jest/globals";
import { bytesOf, errorOf, statusAndCode } from "./responses.js";
import { type Service, until } from "./service.js";
import type { StackAccess } from "./stack-access.js";

/** The changes that lifecycle rules make to pictures, with the local routes that apply them. */
const AGES = { archived: "/objects/storage-class", deleted: "/objects/expire" } as const;

interface BusEvent {
  readonly event: { readonly "detail-type": string; readonly detail: { readonly jobId?: string } };
}

/** The events on the bus about archived pictures of these jobs, in their order. */
async function archivalsOf(service: Service, ...jobIds: readonly string[]) {
  const events = await service.inspect<readonly BusEvent[]>("/events");
  const own = events.filter(({ event }) => event["detail-type"] === "render.archived");
  return own.map(({ event }) => event.detail).filter(({ jobId = "" }) => jobIds.includes(jobId));
}

/** Applies a lifecycle rule to the picture of a job, and waits until the job is marked. */
async function agePicture(service: Service, bucket: string, id: string, how: keyof typeof AGES): Promise<void> {
  const object = { bucket, key: `renders/${id}.png` };
  await service.inspect(AGES[how], how === "archived" ? { ...object, storageClass: "GLACIER" } : object);
  await until(`the picture ${id} is ${how}`, async () => (await archivalsOf(service, id))[0]);
}

/** Starts a session of the service's first key. Resolves to the `Cookie` header of its requests. */
async function startSession({ connection: { baseUrl, apiKey } }: Service): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: baseUrl },
    body: JSON.stringify({ apiKey }),
  });
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** Declares the tests. */
export function describeAgedPictures({
  service,
  stack,
}: {
  readonly service: Service;
  readonly stack: StackAccess;
}): void {
  describe("a picture that is archived or deleted because of its age", () => {
    const bucket = () => stack.physicalId("AWS::S3::Bucket", "StorageBucket");
    const render = async () => {
      const { id } = await service.createRender({ template: service.template("Open Graph card"), scale: 0.2 });
      return await service.ended(id);
    };

    test.each(["archived", "deleted"] as const)(
      "a picture that is %s marks its job, publishes one event, and returns 410 on every path",
      async (how) => {
        const { id, assetUrl = "" } = await render();
        expect((await fetch(assetUrl)).status).toBe(200);
        await agePicture(service, bucket(), id, how);
        const job = await service.getRender(id);
        expect(job).toMatchObject({ status: "done", archivedAt: expect.stringMatching(/^\d{4}-/) });
        expect(job).not.toHaveProperty("assetUrl");

        await service.inspect("/edge/purge", {});
        const { connection } = service;
        const path = `${connection.baseUrl}/api/v1/renders/${id}`;
        const [key, cookie] = [
          { authorization: `Bearer ${connection.apiKey}` },
          { cookie: await startSession(service) },
        ];
        const ways = [
          ...["asset", "image", "asset?download=1"].flatMap((name) => [
            [`${path}/${name}`, key] as const,
            [`${path}/${name}`, cookie] as const,
          ]),
          ...[assetUrl, assetUrl.replace("/asset", "/image"), `${assetUrl}&download=1`].map(
            (url) => [url, {}] as const,
          ),
        ];
        for (const [url, caller] of ways) {
          for (const [method, range] of [["GET"], ["HEAD"], ["GET", { range: "bytes=0-9" }]] as const) {
            const response = await fetch(url, { method, headers: { ...caller, ...range } });
            expect([url, method, response.status, response.headers.get("cache-control")]).toEqual([
              ...[url, method, 410, "no-store"],
            ]);
            if (method === "GET") expect((await errorOf(response)).code).toBe("GONE");
          }
        }
        expect(await archivalsOf(service, id)).toHaveLength(1);
      },
    );

    test("a copy at the edge is served for a day at most after the picture was archived", async () => {
      const { id, assetUrl = "" } = await render();
      const first = await fetch(assetUrl);
      expect([first.status, first.headers.get("cache-control")]).toEqual([200, "public, max-age=86400, immutable"]);
      await bytesOf(first);
      await agePicture(service, bucket(), id, "archived");
      const copy = await fetch(assetUrl);
      expect([copy.status, copy.headers.get("x-cache")]).toEqual([200, "Hit from cloudfront"]);
      await bytesOf(copy);
      await service.inspect("/time/advance", { days: 1 });
      expect((await fetch(assetUrl)).status).toBe(410);
    });

    test("a job that its owner deletes publishes no event, and its asset URL returns 404", async () => {
      const [deleted, aged] = [await render(), await render()];
      expect((await service.call(`/api/v1/renders/${deleted.id}`, { method: "DELETE" })).status).toBe(204);
      // The event of the second job comes after everything about the first job.
      await agePicture(service, bucket(), aged.id, "deleted");
      expect(await archivalsOf(service, deleted.id, aged.id)).toHaveLength(1);
      expect(await statusAndCode(await fetch(deleted.assetUrl ?? ""))).toEqual([404, "NOT_FOUND"]);
    });
  });
}
