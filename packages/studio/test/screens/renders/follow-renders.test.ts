import type { Render } from "@image-render/client";
import { describe, expect, test } from "@jest/globals";
import { pass } from "../../support/clock.js";
import { openPage } from "../../support/page.js";
import { failure, json, type SentRequest } from "../../support/service.js";
import { leave, show } from "../../support/shown-hooks.js";
import { usePage } from "../../support/use-page.js";
import { renderWith } from "./render-fixture.js";

// The modules read the address when they are loaded.
const first = openPage();
const { followRender, streamRender } = await import("../../../src/screens/renders/service/follow-render.js");
const { useLiveRenders } = await import("../../../src/screens/renders/use-live-renders.js");
const { useStoredRequest } = await import("../../../src/screens/renders/service/use-stored-request.js");
const names = await import("../../../src/screens/renders/service/use-template-names.js");
const { forgetAll } = await import("../../../src/service/resources.js");
first.close();

const current = usePage(forgetAll);

const QUEUED = renderWith({ id: "r-1", status: "queued" });
const DONE = renderWith({ id: "r-1", status: "done" });

/** A stream of events that a test writes. */
function eventStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  const write = (render: Render): void =>
    controller?.enqueue(
      new TextEncoder().encode(`event: status\nid: ${render.status}\ndata: ${JSON.stringify(render)}\n\n`),
    );
  const response = ({ signal }: SentRequest): Response => {
    signal.addEventListener("abort", () => controller?.error(signal.reason));
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  };
  return { response, write };
}

describe("following a render", () => {
  test("reports each state of its stream until it has ended", async () => {
    const { response, write } = eventStream();
    current.service.on("GET /renders/r-1/events", response);
    write(QUEUED);
    write(DONE);
    const changes: string[] = [];
    const ended = streamRender("r-1", new AbortController().signal, ({ status }) => changes.push(status));
    await pass(0);
    expect([changes, await ended]).toEqual([["queued", "done"], "done"]);
  });

  test("asks every two seconds if there is no free stream, even after a request that failed", async () => {
    current.service.on("GET /renders/r-1/events", () => failure(409, "CONFLICT"));
    current.service.on("GET /renders/r-1", () => QUEUED);
    const changes: string[] = [];
    let isOver = false;
    void followRender("r-1", new AbortController().signal, ({ status }) => changes.push(status)).then(
      () => (isOver = true),
    );
    await pass(1_999);
    expect(changes).toEqual([]);
    await pass(1);
    expect(changes).toEqual(["queued"]);
    current.service.on("GET /renders/r-1", () => failure(400, "INVALID_REQUEST"));
    await pass(2_000);
    current.service.on("GET /renders/r-1", () => DONE);
    expect([changes, isOver]).toEqual([["queued"], false]);
    await pass(2_000);
    expect([changes, isOver]).toEqual([["queued", "done"], true]);
    await pass(10_000);
    expect(current.service.requests).toHaveLength(4);
  });

  test("asks nothing when the stream has told the end", async () => {
    const { response, write } = eventStream();
    current.service.on("GET /renders/r-1/events", response);
    write(DONE);
    await followRender("r-1", new AbortController().signal, () => undefined);
    expect(current.service.calls()).toEqual(["GET /renders/r-1/events"]);
  });

  test("ends when the page is left", async () => {
    current.service.on("GET /renders/r-1/events", () => failure(409, "CONFLICT"));
    const abort = new AbortController();
    let isOver = false;
    void followRender("r-1", abort.signal, () => undefined).then(() => (isOver = true));
    await pass(1_000);
    abort.abort();
    await pass(1_000);
    expect([current.service.requests.length, isOver]).toEqual([1, true]);
  });
});

describe("the list of renders", () => {
  const ALL = { status: undefined, template: undefined, batch: undefined };

  /** Shows a list of waiting renders. Each has a stream that a test writes. */
  async function listOf(...ids: string[]) {
    const renders = ids.map((id) => renderWith({ id, status: "queued" }));
    const streams = new Map(ids.map((id) => [id, eventStream()]));
    current.service.on("GET /renders", () => ({ renders }));
    for (const [id, { response }] of streams) current.service.on(`GET /renders/${id}/events`, response);
    const hook = await show(() => useLiveRenders(ALL));
    const streamed = () => current.service.requests.filter(({ path }) => path.endsWith("/events"));
    const states = () => hook.result.shown?.map(({ id, status }) => `${id} ${status}`);
    const see = async (id: string, isVisible = true) => {
      hook.result.setVisible(id, isVisible);
      await pass(100);
    };
    return { hook, streams, streamed, states, see };
  }

  test("is read with its filters", async () => {
    current.service.on("GET /renders", () => ({ renders: [DONE], nextCursor: "next" }));
    const hook = await show(() => useLiveRenders({ status: "done", template: "t-1", batch: undefined }));
    expect(hook.result.data).toMatchObject({ items: [DONE], next: "next" });
    hook.result.more();
    await pass(0);
    expect(current.service.calls()).toEqual([
      "GET /renders?status=done&template=t-1",
      "GET /renders?status=done&template=t-1&cursor=next",
    ]);
  });

  test("follows a render while its row can be seen, and shows its end", async () => {
    const { streams, streamed, states, see } = await listOf("a", "b");
    expect(streamed()).toHaveLength(0);
    await see("a");
    expect(streamed().map(({ path }) => path)).toEqual(["/renders/a/events"]);
    streams.get("a")?.write(renderWith({ id: "a", status: "done" }));
    await pass(0);
    expect(states()).toEqual(["a done", "b queued"]);
  });

  test("is not drawn again when the same rows can be seen as before", async () => {
    const { hook, see } = await listOf("a", "b");
    await see("a");
    const drawn = hook.results.length;
    await see("a");
    await see("b", false);
    expect(hook.results).toHaveLength(drawn);
  });

  test("leaves the stream of a row that can no longer be seen, and opens it again when it can", async () => {
    const { streamed, see } = await listOf("a", "b");
    await see("a");
    await see("b");
    await see("b", false);
    expect(streamed().map(({ path, signal }) => [path, signal.aborted])).toEqual([
      ["/renders/a/events", false],
      ["/renders/b/events", true],
    ]);
    current.service.on("GET /renders/b/events", eventStream().response);
    await see("b");
    expect(streamed()).toHaveLength(3);
  });

  test("does not open a stream again that the service has refused, because the list is read again anyway", async () => {
    const { streamed, see } = await listOf("a", "b");
    current.service.on("GET /renders/a/events", () => failure(409, "CONFLICT"));
    await see("a");
    await see("b");
    expect(streamed().map(({ path }) => path)).toEqual(["/renders/a/events", "/renders/b/events"]);
    await see("b", false);
    expect(streamed()).toHaveLength(2);
  });

  test("leaves all streams when the page is left", async () => {
    const { hook, streamed, see } = await listOf("a");
    await see("a");
    await leave(hook);
    expect(streamed()[0]?.signal.aborted).toBe(true);
  });
});

test("the stored request of a render is read from the service", async () => {
  current.service.on("GET /renders/r-1/request", () => ({ template: "t-1" }));
  const hook = await show(() => useStoredRequest("r-1"));
  expect(hook.result.data).toEqual({ template: "t-1" });
});

describe("the names of templates", () => {
  const template = (id: string) => ({ id, name: `Name of ${id}`, version: 1 });

  test("are those of the newest 100, and of others that a page names", async () => {
    current.service.on("GET /templates", () => ({ templates: [template("a")], hasMore: true }));
    current.service.on("GET /templates/{id}", ({ path }) => template(path.replace(/.*\//, "")));
    current.service.on("GET /templates/gone", () => failure(404, "NOT_FOUND"));
    const hook = await show(() => names.useTemplateNames(["c", "a", "gone", "c"]));
    await pass(100);
    expect(Object.fromEntries(hook.result)).toEqual({
      a: "Name of a",
      c: "Name of c",
      gone: "Deleted template",
    });
    expect(current.service.calls()).toEqual(["GET /templates?limit=100", "GET /templates/c", "GET /templates/gone"]);
  });

  test("are unknown when the service fails, and are not taken for deleted", async () => {
    current.service.on("GET /templates", () => ({ templates: [template("a")], hasMore: true }));
    current.service.on("GET /templates/c", () => json(403, { error: "No.", code: "FORBIDDEN" }));
    const hook = await show(() => names.useTemplateNames(["c"]));
    await pass(100);
    expect(Object.fromEntries(hook.result)).toEqual({ a: "Name of a" });
  });

  test("are read for at most 20 others at once", async () => {
    current.service.on("GET /templates", () => ({ templates: [template("a")], hasMore: true }));
    current.service.on("GET /templates/{id}", ({ path }) => template(path.replace(/.*\//, "")));
    const ids = Array.from({ length: 25 }, (_, index) => `b${String(index).padStart(2, "0")}`);
    const hook = await show(() => names.useTemplateNames(ids));
    await pass(100);
    expect(hook.result.size).toBe(21);
    expect([hook.result.has("b19"), hook.result.has("b20")]).toEqual([true, false]);
  });

  test("are not asked for one by one before the list of the newest is there", async () => {
    current.service.on("GET /templates", () => new Promise(() => undefined));
    const hook = await show(() => names.useTemplateNames(["c"]));
    expect([hook.result.size, current.service.calls()]).toEqual([0, ["GET /templates?limit=100"]]);
  });
});
