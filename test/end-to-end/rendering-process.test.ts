import { beforeEach, describe, expect, test } from "@jest/globals";
import type { UsageBody } from "../../core/contract/access-api.js";
import { isAlive, parentOf } from "../support/processes.js";
import { until } from "./service.js";
import { useHeldImage } from "./use-held-image.js";
import { useService } from "./use-service.js";

const { service } = useService();
/** If a picture waits for this image, it is certainly being drawn. */
const image = useHeldImage();
beforeEach(() => {
  image.forget();
});

const document = () => ({
  width: 200,
  height: 100,
  layers: [
    {
      ...{ id: "photo", type: "image", name: "photo", x: 0, y: 0, width: 200, height: 100 },
      image_url: image.url,
    },
  ],
});

const spent = async () => ((await (await service.call("/api/v1/usage")).json()) as UsageBody).credits.spent;

const isDrawing = () => until("a picture is being drawn", () => (image.isAwaited ? true : undefined));

/** The rendering processes of a function: the children of its processes. */
async function renderingProcesses(name: string): Promise<number[]> {
  const functions = await service.inspect<{ name: string; pids: number[] }[]>("/functions");
  const parents = functions.find((known) => known.name === name)?.pids ?? [];
  return service.childPids().filter((pid) => isAlive(pid) && parents.includes(parentOf(pid)));
}

describe("a picture that ends its rendering process", () => {
  test("a job whose rendering process aborts fails at once with a clear message, after one attempt, and its credit is refunded", async () => {
    const created = await service.post("/api/v1/templates", { name: "Aborts", document: document() });
    const { id: template } = (await created.json()) as { id: string };
    const before = await spent();
    const { id } = await service.createRender({ template });
    await isDrawing();
    const functionsBefore = await service.inspect<{ name: string; pids: number[] }[]>("/functions");
    for (const pid of await renderingProcesses("renderer")) process.kill(pid, "SIGABRT");
    const job = await service.ended(id);
    expect(job).toMatchObject({ status: "failed", attempts: 1, error: expect.stringContaining("cannot be drawn") });
    expect(await spent()).toBe(before);
    // The function itself continues, with a new process.
    expect(
      await service.ended((await service.createRender({ template: service.template("Open Graph card") })).id),
    ).toMatchObject({ status: "done", attempts: 1 });
    const pidsOf = (functions: typeof functionsBefore) => functions.find(({ name }) => name === "renderer")?.pids;
    expect(pidsOf(await service.inspect("/functions"))).toEqual(expect.arrayContaining(pidsOf(functionsBefore) ?? []));
  });

  test("a preview whose rendering process aborts is refused with 422, and the next preview is drawn", async () => {
    const preview = service.post("/api/v1/templates/preview", { document: document() });
    await isDrawing();
    for (const pid of await renderingProcesses("preview")) process.kill(pid, "SIGABRT");
    const response = await preview;
    expect([response.status, await response.json()]).toEqual([
      422,
      expect.objectContaining({ code: "VALIDATION_ERROR", message: expect.stringContaining("cannot be drawn") }),
    ]);
    const next = await service.post("/api/v1/templates/preview", { document: { ...document(), layers: [] } });
    expect(next.status).toBe(200);
  });

  test("while a rendering process is stuck, others get their pictures and responses, and the stuck preview is refused", async () => {
    const preview = service.post("/api/v1/templates/preview", { document: document() });
    await isDrawing();
    for (const pid of await renderingProcesses("preview")) process.kill(pid, "SIGSTOP");
    image.deliver();
    const job = await service.createRender({ template: service.template("Open Graph card") });
    const usage = await service.call("/api/v1/usage");
    expect(usage.status).toBe(200);
    expect(await service.ended(job.id)).toMatchObject({ status: "done" });
    const refused = await preview;
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({ message: expect.stringContaining("takes more than 10 seconds") }),
    ]);
  });
});

describe("the end of the service", () => {
  test("a function that is killed leaves no rendering process behind", async () => {
    const processes = await renderingProcesses("renderer");
    expect(processes.length).toBeGreaterThan(0);
    const functions = await service.inspect<{ name: string; pids: number[] }[]>("/functions");
    // A stopped process cannot end itself.
    for (const pid of processes) process.kill(pid, "SIGSTOP");
    for (const pid of functions.find(({ name }) => name === "renderer")?.pids ?? []) process.kill(pid, "SIGKILL");
    await until("every rendering process has ended", () => (processes.some(isAlive) ? undefined : true));
  });
});
