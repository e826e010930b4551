import { readdirSync } from "node:fs";
import { afterAll, describe, expect, test } from "@jest/globals";
import { isAlive } from "../support/processes.js";
import { makeStateFolder, Service, until } from "./service.js";
import { SHARED_SETTINGS } from "./shared-settings.js";

const state = makeStateFolder();
const service = new Service(SHARED_SETTINGS);
let isRunning = false;

afterAll(async () => {
  if (isRunning) await service.stop();
  state.remove();
});

describe("a runner that is killed", () => {
  test("a runner that is killed leaves no child process, and the next runner finishes all 20 queued jobs once", async () => {
    const first = new Service(SHARED_SETTINGS);
    await first.start(state.dir);
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

    await service.start(state.dir);
    isRunning = true;
    // The API key and the templates are the same as before.
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
  });
});

describe("a renderer process that is killed", () => {
  test("a renderer that is killed during a job costs one attempt: the job is done at its second attempt", async () => {
    const { id } = await service.createRender({
      template: service.template("Photo quote"),
      scale: 3,
      format: "avif",
    });
    await until("a renderer has the job", async () =>
      (await service.getRender(id)).attempts === 1 ? true : undefined,
    );
    const functions = await service.inspect<{ name: string; pids: number[] }[]>("/functions");
    const pids = functions.find(({ name }) => name === "renderer")?.pids ?? [];
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) process.kill(pid, "SIGKILL");
    expect(await service.ended(id)).toMatchObject({ status: "done", attempts: 2 });
  });
});

describe("a runner that is stopped", () => {
  test("a runner that gets SIGTERM exits with code 0 and leaves no child process", async () => {
    const children = service.childPids();
    expect(await service.stop()).toBe(0);
    isRunning = false;
    await until("every child has ended", () => (children.some(isAlive) ? undefined : true));
  });
});
