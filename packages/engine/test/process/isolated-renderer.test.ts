import type { ChildProcess } from "node:child_process";
import { afterEach, describe, expect, test } from "@jest/globals";
import { EngineError } from "../../src/issues/engine-error.js";
import type { RenderBudget } from "../../src/limits/render-budgets.js";
import { forkRendering } from "../../src/process/fork-rendering.js";
import { type EndReport, IsolatedRenderer } from "../../src/process/isolated-renderer.js";
import { missingUpload } from "../../src/uploads/uploads.js";

const PROGRAM = new URL("./misbehaving-renderer.ts", import.meta.url);
const ROOM: RenderBudget = { cpuMs: 60_000, workMs: 60_000, memoryBytes: 8e9 };
const opened: IsolatedRenderer[] = [];

afterEach(async () => {
  for (const renderer of opened.splice(0)) await renderer.close();
});

function make(budget: Partial<RenderBudget> = {}, program: string | URL = PROGRAM) {
  const children: ChildProcess[] = [];
  const reports: EndReport[] = [];
  const start = () => {
    const env = { PATH: process.env["PATH"] };
    const child = forkRendering({ program, env, nodeArgs: ["--import", "tsx"] });
    children.push(child);
    return child;
  };
  const renderer = new IsolatedRenderer({ start, budget: { ...ROOM, ...budget } });
  renderer.onEnd((report) => reports.push(report));
  opened.push(renderer);
  const loadImage = async (url: string): Promise<Uint8Array> => {
    if (url === "late") throw Object.assign(new Error("The server is slow."), { retryable: true });
    if (url === "broken") throw new TypeError("internal");
    return new TextEncoder().encode(`image ${url}`);
  };
  const load = async (id: string): Promise<Uint8Array> => {
    if (id === "missing") throw missingUpload(id);
    return new TextEncoder().encode(`upload ${id}`);
  };
  const cpuMs: number[] = [];
  const onCpuMs = (ms: number) => void cpuMs.push(ms);
  const render = async (order: string, name?: string) =>
    await renderer.render({ order, name }, {}, { uploads: { owner: "owner", load }, loadImage, onCpuMs });
  const text = async (order: string, name?: string) => new TextDecoder().decode((await render(order, name)).bytes);
  return { renderer, children, reports, cpuMs, render, text };
}

/** Returns the error that the caller of a failed render gets. */
async function failure(render: Promise<unknown>): Promise<unknown> {
  const error = await render.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof EngineError)) return error;
  return { code: error.code, retryable: error.retryable, message: error.message };
}

const permanent = { code: "VALIDATION_ERROR", retryable: false };

test("the caller gets the time of the encoder in the rendering process", async () => {
  const { renderer } = make();
  const encoded: number[] = [];
  const loadImage = () => Promise.reject(new Error("no images"));
  await renderer.render({ order: "draw" }, {}, { loadImage, onEncoded: (ms) => void encoded.push(ms) });
  expect(encoded).toEqual([7]);
});

describe("a picture that its rendering process does not survive", () => {
  test("a picture that aborts its process fails at once with a clear message, and the next picture is drawn in a new process", async () => {
    const { render, children, reports } = make();
    expect(await failure(render("abort"))).toEqual({
      ...permanent,
      message:
        "The picture cannot be drawn: one of its layers makes the renderer fail. Change unusual sizes, positions, rotations, effects or SVG of its layers.",
    });
    expect(reports).toEqual([{ code: null, signal: "SIGABRT", reason: "crash" }]);
    expect((await render("draw")).contentType).toBe("image/png");
    expect(children.map(({ pid }) => pid)).toHaveLength(2);
  });

  test("a picture in an endless loop is ended when it has used its processor time", async () => {
    const { render, reports, cpuMs } = make({ cpuMs: 300 });
    expect(await failure(render("spin"))).toEqual({
      ...permanent,
      message: "The picture takes more than 0.3 seconds to draw. Use fewer layers, effects or pixels.",
    });
    expect(reports).toEqual([{ code: null, signal: "SIGKILL", reason: "time" }]);
    expect((await render("draw")).width).toBe(1);
    expect(cpuMs).toEqual([expect.any(Number), expect.any(Number)]);
    expect(cpuMs[0]).toBeGreaterThan(300);
    expect(cpuMs[1]).toBeLessThan(300);
  });

  test("a picture that waits for nothing is ended after its time, although it uses no processor time", async () => {
    const { render } = make({ workMs: 1_500 });
    expect(await failure(render("hang"))).toMatchObject(permanent);
    expect((await render("draw")).width).toBe(1);
  });

  test("a picture that takes too much memory is ended before the machine has none left", async () => {
    const memoryBytes = process.memoryUsage.rss() + 600e6;
    const { render, reports } = make({ memoryBytes });
    expect(await failure(render("allocate"))).toEqual({
      ...permanent,
      message: `The picture needs more than ${Math.round(memoryBytes / 2 ** 20)} MB of memory. Use a smaller scale, smaller images or fewer effects.`,
    });
    expect(reports).toEqual([{ code: null, signal: "SIGKILL", reason: "memory" }]);
    expect((await render("draw")).width).toBe(1);
  });

  test("pictures that wait for their turn are drawn after a picture that ended the process", async () => {
    const { render } = make();
    const results = await Promise.allSettled([render("draw"), render("abort"), render("draw"), render("draw")]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  });
});

describe("the rendering process", () => {
  test("a process stays warm: it draws all pictures until one ends it", async () => {
    const { render, children } = make();
    await render("draw");
    await failure(render("refuse"));
    await render("draw");
    expect(children).toHaveLength(1);
  });

  test("a process that dies between two pictures is replaced, and no picture fails", async () => {
    const { render, children, reports } = make();
    await render("draw");
    children[0]?.kill("SIGKILL");
    expect((await render("draw")).width).toBe(1);
    expect(children).toHaveLength(2);
    expect(reports.filter(({ reason }) => reason === "crash")).toEqual([]);
  });

  test("a process that cannot start is an internal error that can be retried", async () => {
    const { render } = make({}, new URL("./no-such-program.mjs", import.meta.url));
    expect(await failure(render("draw"))).toMatchObject({ code: "INTERNAL", retryable: true });
    expect(await failure(render("draw"))).toMatchObject({ code: "INTERNAL", retryable: true });
  });

  test("a process has only the environment that it is given", async () => {
    process.env["AWS_SECRET_ACCESS_KEY"] = "not for pictures";
    try {
      const names = (await make().text("environment")).split(",");
      expect(names).toContain("PATH");
      expect(names.filter((name) => name.startsWith("AWS_"))).toEqual([]);
    } finally {
      delete process.env["AWS_SECRET_ACCESS_KEY"];
    }
  });
});

describe("what passes between a function and its rendering process", () => {
  test("images and uploads are loaded by the function", async () => {
    const { text } = make();
    expect(await text("image", "https://a.example/b.png")).toBe("image https://a.example/b.png");
    expect(await text("upload", "7")).toBe("upload 7");
  });

  test("the time in which a picture waits for an image does not count as its own", async () => {
    const gate = Promise.withResolvers<Uint8Array>();
    const { renderer } = make({ workMs: 1_500 });
    const rendering = renderer.render({ order: "image", name: "slow" }, {}, { loadImage: () => gate.promise });
    setTimeout(() => gate.resolve(new Uint8Array([7])), 2_500);
    expect([...(await rendering).bytes]).toEqual([7]);
  });

  test("errors keep their class, code, details and whether a retry can help", async () => {
    const { render } = make();
    const refused = await render("refuse").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(EngineError);
    expect(refused).toMatchObject({
      code: "VALIDATION_ERROR",
      message: "No.",
      details: { issues: [{ path: "layers", message: "No." }] },
    });
    expect(await failure(render("upload", "missing"))).toMatchObject({
      ...permanent,
      message: "There is no upload missing.",
    });
    expect(await failure(render("image", "late"))).toMatchObject({ message: "The server is slow.", retryable: true });
    const failed = (await failure(render("fail"))) as Error;
    expect(failed.message).toBe("no such thing");
    expect((failed.cause as Error).stack).toContain("TypeError: no such thing");
  });
});
