import { readdirSync } from "node:fs";
import { afterAll, describe, expect, test } from "@jest/globals";
import { isAlive, makeStateFolder, Service, until } from "./service.js";

/** A render may take twenty seconds, so that one whose renderer was killed is soon repeated. */
const SETTINGS = { renderTimeoutSeconds: "20" };
const state = makeStateFolder();
let service: Service | undefined;

function running(): Service {
  if (service === undefined) throw new Error("The service is not running.");
  return service;
}

afterAll(async () => {
  await service?.stop();
  state.remove();
}, 30_000);

describe("a runner that is killed while twenty renders are queued", () => {
  test("leaves no child behind, and the next one ends all twenty, each with one picture", async () => {
    const first = await Service.start(state.dir, SETTINGS);
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

    service = await Service.start(state.dir, SETTINGS);
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
});

describe("a renderer that dies in the middle of a job", () => {
  test("costs one retry, not the job", async () => {
    const { id } = await running().createRender({
      template: running().template("Photo quote"),
      scale: 3,
      format: "avif",
    });
    await until("a renderer has the job", async () =>
      (await running().getRender(id)).attempts === 1 ? true : undefined,
    );
    const functions = await running().inspect<{ name: string; pids: number[] }[]>("/functions");
    const pids = functions.find(({ name }) => name === "renderer")?.pids ?? [];
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) process.kill(pid, "SIGKILL");
    expect(await running().ended(id)).toMatchObject({ status: "done", attempts: 2 });
  }, 120_000);
});

describe("a runner that is stopped in good order", () => {
  test("ends with 0 and leaves no child behind", async () => {
    const children = service?.childPids() ?? [];
    expect(await service?.stop()).toBe(0);
    service = undefined;
    await until("every child has ended", () => (children.some(isAlive) ? undefined : true));
  }, 60_000);
});
