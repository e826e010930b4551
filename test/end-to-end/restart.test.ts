import { readdirSync } from "node:fs";
import { afterAll, describe, expect, test } from "@jest/globals";
import { isAlive, makeStateFolder, Service, until } from "./service.js";

const state = makeStateFolder();
let service: Service | undefined;

afterAll(async () => {
  await service?.stop();
  state.remove();
}, 30_000);

describe("a runner that is killed while twenty renders are queued", () => {
  test("leaves no child behind, and the next one ends all twenty, each with one picture", async () => {
    const first = await Service.start(state.dir);
    const template = first.template("Open Graph card");
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        first.createRender({ template, layers: { title: { text: `Number ${index}` } } }),
      ),
    );
    const children = first.childPids();
    expect(children.length).toBeGreaterThan(1);
    await first.kill();
    await until("every child has ended", () => (children.some(isAlive) ? undefined : true));

    service = await Service.start(state.dir);
    // The key and the templates have survived too.
    expect(service.connection).toMatchObject({
      apiKey: first.connection.apiKey,
      templates: first.connection.templates,
    });
    for (const { id } of created) {
      const job = await service.ended(id);
      expect(job).toMatchObject({ status: "done", width: 1200 });
      expect(job.attempts).toBeLessThanOrEqual(2);
    }
    const resources = await service.inspect<Record<string, { type: string; physicalId: string }>>("/resources");
    const bucket = Object.values(resources).find(({ type }) => type === "AWS::S3::Bucket")?.physicalId ?? "";
    const pictures = readdirSync(`${state.dir}/s3/${bucket}/renders`);
    expect(pictures.sort()).toEqual(created.map(({ id }) => `${id}.png`).sort());
  }, 240_000);

  test("that is stopped in good order ends with 0 and leaves no child either", async () => {
    const children = service?.childPids() ?? [];
    expect(await service?.stop()).toBe(0);
    service = undefined;
    await until("every child has ended", () => (children.some(isAlive) ? undefined : true));
  }, 60_000);
});
