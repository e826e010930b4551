import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { CreateRender, Render } from "@image-render/client";
import type { Part, Sheet } from "../../../src/screens/batches/model/sheet.js";
import {
  type Answer,
  answerWith,
  endPage,
  failure,
  json,
  limited,
  pass,
  startPage,
} from "../../support/batches-browser.js";
import { emptyStores, failing, MemoryStore } from "../../support/batches-store.js";
import { batch, FRAME, job, sheetOf } from "./batch-fixture.js";

jest.unstable_mockModule("../../../src/service/browser-store.js", () => ({ BrowserStore: MemoryStore }));

/** A channel to other pages. There are no other pages. */
class BroadcastChannel {
  readonly postMessage = (): void => undefined;
}

/** The names of the locks that the page has asked for. */
const locks: string[] = [];
const navigator = {
  locks: {
    request: (name: string, work: () => Promise<void>) => {
      locks.push(name);
      return Promise.resolve().then(work);
    },
  },
};
const globals = { BroadcastChannel, navigator };

startPage(globals);
const { runSheet } = await import("../../../src/screens/batches/service/run-sheet.js");
const store = await import("../../../src/screens/batches/store/sheet-store.js");
const { isSessionRefused } = await import("../../../src/service/irs.js");
const { entryOf, forgetAll } = await import("../../../src/service/resources.js");

beforeEach(() => {
  startPage(globals);
  emptyStores();
  locks.length = 0;
  isSessionRefused.value = false;
});

afterEach(async () => {
  // A sheet that was deleted needs no work, so nothing of a test continues in the next one.
  emptyStores();
  isSessionRefused.value = false;
  await pass(10_000);
  forgetAll();
  endPage();
});

const HOUR_MS = 3_600_000;
const CREATE = "POST /api/v1/renders/batch";
const READ = "GET /api/v1/renders/batches/";

const request = (row: number): CreateRender => ({
  template: FRAME.template,
  version: 4,
  metadata: { row: String(row) },
});

/** A batch of one row that must still be sent. */
const unsent = (row: number, more: Partial<Part> = {}): Part => ({
  key: `k${row}`,
  rows: [row],
  requests: [request(row)],
  ...more,
});

/** A batch of one row that the service is working on. */
const sent = (row: number): Part =>
  unsent(row, { batchId: `b${row}`, renders: [{ id: `r${row}`, status: "queued", warnings: 0 }] });

/** Stores a sheet that consists of batches, and lets the page work on it. */
async function run(...parts: readonly Part[]): Promise<string> {
  const sheet = { ...sheetOf(parts.map((_, row) => `row ${row}`)), parts };
  await store.addSheet(sheet);
  runSheet(sheet.id);
  await pass(0);
  return sheet.id;
}

const stored = async (id: string): Promise<Sheet> => {
  const sheet = await store.readSheet(id);
  if (sheet === undefined) throw new Error("The browser has no such sheet.");
  return sheet;
};

const statesOf = async (id: string) => (await stored(id)).parts.map(({ renders = [] }) => renders[0]?.status);

/** A service that makes the batch `b1` of the key `k1`, with the render `r1`. A batch has a state when it is read. */
const working =
  (state: (row: string) => Render["status"] = () => "done"): Answer =>
  ({ line, headers }) => {
    const isNew = line === CREATE;
    const row = isNew ? (headers.get("idempotency-key") ?? "").slice(1) : line.slice(READ.length + 1);
    return json(batch(`b${row}`, [job(`r${row}`, isNew ? "queued" : state(row))]), isNew ? 201 : 200);
  };

describe("a sheet that is sent", () => {
  test("is sent batch by batch without a pause, each with its key, and followed until it has ended", async () => {
    const requests = answerWith(working());
    const id = await run(unsent(0), unsent(1), unsent(2));
    expect(requests.filter(({ line }) => line === CREATE).map(({ headers }) => headers.get("idempotency-key"))).toEqual(
      ["k0", "k1", "k2"],
    );
    expect(requests[0]?.body).toEqual({ jobs: [request(0)] });
    expect(requests.every(({ atMs }) => atMs === 0)).toBe(true);
    await pass(3_000);
    expect(await statesOf(id)).toEqual(["done", "done", "done"]);
    const count = requests.length;
    await pass(60_000);
    expect(requests).toHaveLength(count);
  });

  test("is asked about once a second, the three oldest running batches in turn", async () => {
    const requests = answerWith(working(() => "queued"));
    await run(sent(0), sent(1), sent(2), sent(3));
    await pass(4_000);
    expect(requests.map(({ line, atMs }) => [line.slice(READ.length), atMs])).toEqual([
      ["b0", 0],
      ["b1", 1_000],
      ["b2", 2_000],
      ["b0", 3_000],
      ["b1", 4_000],
    ]);
  });

  test("makes the lists of renders and the credits current when a batch was created", async () => {
    const read: string[] = [];
    for (const key of ["renders/list?", "usage"]) {
      const entry = entryOf(key);
      entry.users = 1;
      entry.load = () => {
        read.push(key);
        return Promise.resolve();
      };
    }
    answerWith(working());
    await run(unsent(0));
    expect(read).toEqual(["renders/list?", "usage"]);
  });

  test("is sent by one page only, which needs the lock of the sheet", async () => {
    const requests = answerWith(working());
    const id = await run(unsent(0));
    runSheet(id);
    await pass(2_000);
    expect(locks).toEqual([`studio-sheet-${id}`]);
    expect(requests.filter(({ line }) => line === CREATE)).toHaveLength(1);
    runSheet(id);
    expect(locks).toHaveLength(2);
  });

  test("can be sent when the database of the browser works again", async () => {
    const requests = answerWith(working());
    const sheet = { ...sheetOf(["a"]), parts: [unsent(0)] };
    await store.addSheet(sheet);
    failing.error = new Error("The disk is full.");
    runSheet(sheet.id);
    await pass(0);
    expect(requests).toEqual([]);
    failing.error = undefined;
    runSheet(sheet.id);
    await pass(0);
    expect(requests[0]?.line).toBe(CREATE);
  });

  test("is not sent if the browser has lost it", async () => {
    const requests = answerWith(working());
    runSheet("missing");
    await pass(5_000);
    expect(requests).toEqual([]);
  });
});

describe("a batch that cannot be sent", () => {
  test("is sent again with the same key after three seconds, if the service has too much to do", async () => {
    let isBusy = true;
    const requests = answerWith((sentRequest) => (isBusy ? limited() : working()(sentRequest)));
    const id = await run(unsent(0), unsent(1));
    await pass(2_999);
    expect(requests.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["k0"]);
    isBusy = false;
    await pass(1);
    expect(requests.slice(0, 3).map(({ headers, atMs }) => [headers.get("idempotency-key"), atMs])).toEqual([
      ["k0", 0],
      ["k0", 3_000],
      ["k1", 3_000],
    ]);
    expect((await stored(id)).parts.map(({ triedAtMs }) => triedAtMs)).toEqual([
      Date.parse("2026-11-28T08:00:00.000Z"),
      Date.parse("2026-11-28T08:00:03.000Z"),
    ]);
  });

  test("waits until somebody is signed in", async () => {
    let isSignedIn = false;
    const requests = answerWith((sentRequest) => (isSignedIn ? working()(sentRequest) : failure(401, "UNAUTHORIZED")));
    await run(unsent(0));
    await pass(60_000);
    expect(requests).toHaveLength(1);
    isSignedIn = true;
    isSessionRefused.value = false;
    await pass(3_000);
    expect(requests.slice(0, 2).map(({ line }) => line)).toEqual([CREATE, CREATE]);
  });

  test("says why the service has refused it, and does not keep the next one from being sent", async () => {
    const requests = answerWith((sentRequest) =>
      sentRequest.headers.get("idempotency-key") === "k0"
        ? failure(402, "INSUFFICIENT_CREDITS")
        : working()(sentRequest),
    );
    const id = await run(unsent(0), unsent(1));
    const [first, second] = (await stored(id)).parts;
    expect(first?.problem).toEqual({
      kind: "credits",
      message: "It failed with INSUFFICIENT_CREDITS.",
      requestId: "request 1",
    });
    expect(second).toMatchObject({ batchId: "b1", problem: undefined });
    expect(requests.every(({ atMs }) => atMs === 0)).toBe(true);
  });

  test("is not sent again after 23 hours, because its key is no longer valid", async () => {
    const requests = answerWith(working());
    const id = await run(unsent(0, { triedAtMs: Date.now() - 24 * HOUR_MS }), unsent(1));
    const created = requests.filter(({ line }) => line === CREATE);
    expect(created.map(({ headers, atMs }) => [headers.get("idempotency-key"), atMs])).toEqual([["k1", 0]]);
    expect((await stored(id)).parts[0]?.problem).toEqual({ kind: "late", message: "" });
  });
});

describe("a batch that the service works on", () => {
  test("is stored only when one of its renders has changed", async () => {
    let status: Render["status"] = "queued";
    answerWith(working(() => status));
    const id = await run(sent(0));
    const changes: string[] = [];
    const stop = store.onSheetChange((changed) => changes.push(changed));
    await pass(5_000);
    expect(changes).toEqual([]);
    status = "failed";
    await pass(1_000);
    expect(changes).toEqual([id]);
    expect(await statesOf(id)).toEqual(["failed"]);
    stop();
  });

  test("that was deleted has no pictures any more", async () => {
    const requests = answerWith(() => failure(404, "NOT_FOUND"));
    const id = await run(sent(0));
    expect(await statesOf(id)).toEqual(["deleted"]);
    await pass(5_000);
    expect(requests).toHaveLength(1);
  });

  test("is asked about again if the service has too much to do", async () => {
    let isBusy = true;
    answerWith((sentRequest) => (isBusy ? limited() : working()(sentRequest)));
    const id = await run(sent(0));
    expect(await statesOf(id)).toEqual(["queued"]);
    isBusy = false;
    await pass(1_000);
    expect(await statesOf(id)).toEqual(["done"]);
  });

  test("changes nothing with an answer that arrives after the sheet has lost the batch", async () => {
    const requests = answerWith(async (sentRequest) => {
      await store.updateSheet(sheetOf([]).id, (sheet) => ({ ...sheet, parts: [] }));
      return working()(sentRequest);
    });
    const id = await run(sent(0));
    expect((await stored(id)).parts).toEqual([]);
    await pass(5_000);
    expect(requests).toHaveLength(1);
  });
});
