import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import {
  asError,
  entryOf,
  forgetAll,
  invalidate,
  loadEntry,
  reloadShown,
  setData,
} from "../../src/service/resources.js";
import { pass, promises, stopClock } from "../support/clock.js";

/** Something to read, whose answers the test gives. */
function source() {
  const requests: { answer: (value: unknown) => void; fail: (error: unknown) => void; signal: AbortSignal }[] = [];
  const load = (signal: AbortSignal) =>
    new Promise<unknown>((answer, fail) => void requests.push({ answer, fail, signal }));
  return { requests, load };
}

/** An entry that a page may show, and its source. */
function entryWith(key: string, { users = 0 } = {}) {
  const { requests, load } = source();
  const entry = entryOf(key);
  entry.load = load;
  entry.users = users;
  return { entry, requests, state: () => entry.state.peek() };
}

beforeEach(() => stopClock());
afterEach(() => {
  forgetAll();
  jest.useRealTimers();
});

describe("something that is read from the service", () => {
  test("is loading until its data is there", async () => {
    const { entry, requests, state } = entryWith("renders/one");
    expect(state()).toEqual({ data: undefined, error: undefined, isLoading: true });
    const loading = loadEntry(entry);
    requests[0]?.answer("a render");
    await loading;
    expect(state()).toEqual({ data: "a render", error: undefined, isLoading: false });
  });

  test("is not read before a page says how", async () => {
    const entry = entryOf("renders/one");
    await loadEntry(entry, { isForced: true });
    expect(entry.state.peek().isLoading).toBe(true);
  });

  test("is read once for all pages that want it at the same time", async () => {
    const { entry, requests } = entryWith("renders/one");
    void loadEntry(entry);
    void loadEntry(entry);
    expect(requests).toHaveLength(1);
  });

  test("is read again when it is three seconds old, and its old data stays meanwhile", async () => {
    const { entry, requests, state } = entryWith("renders/one");
    void loadEntry(entry);
    requests[0]?.answer("old");
    await pass(2_999);
    void loadEntry(entry);
    expect(requests).toHaveLength(1);
    await pass(1);
    void loadEntry(entry);
    expect(requests).toHaveLength(2);
    expect(state()).toEqual({ data: "old", error: undefined, isLoading: true });
    requests[1]?.answer("new");
    await promises();
    expect(state()).toEqual({ data: "new", error: undefined, isLoading: false });
  });

  test("is read again at once when a person asks for it, and a late answer to the first request is ignored", async () => {
    const { entry, requests, state } = entryWith("renders/one");
    void loadEntry(entry);
    void loadEntry(entry, { isForced: true });
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    requests[0]?.answer("late");
    await promises();
    expect(state()).toEqual({ data: undefined, error: undefined, isLoading: true });
    requests[1]?.answer("current");
    await promises();
    expect(state().data).toBe("current");
  });

  test("keeps its data when reading it again fails, and ignores the failure of a request that was replaced", async () => {
    const { entry, requests, state } = entryWith("renders/one");
    void loadEntry(entry);
    requests[0]?.answer("a render");
    await promises();
    void loadEntry(entry, { isForced: true });
    void loadEntry(entry, { isForced: true });
    requests[1]?.fail(new Error("This operation was aborted."));
    await promises();
    expect(state()).toEqual({ data: "a render", error: undefined, isLoading: true });
    requests[2]?.fail(new Error("The service is down."));
    await promises();
    expect(state()).toEqual({ data: "a render", error: new Error("The service is down."), isLoading: false });
    void loadEntry(entry);
    expect(requests).toHaveLength(3);
  });

  test("can be read at once after a request that failed, because nothing fresh is there", async () => {
    const { entry, requests } = entryWith("renders/one");
    void loadEntry(entry);
    requests[0]?.fail("no connection");
    await promises();
    expect(entry.state.peek().error).toEqual(new Error("no connection"));
    void loadEntry(entry);
    expect(requests).toHaveLength(2);
  });
});

describe("a change whose result is known", () => {
  test("is shown without a request", async () => {
    const { entry, requests, state } = entryWith("renders/list");
    void loadEntry(entry);
    requests[0]?.answer(["a"]);
    await promises();
    setData<string[]>("renders/list", (rows) => [...rows, "b"]);
    expect(state()).toEqual({ data: ["a", "b"], error: undefined, isLoading: false });
    expect(requests).toHaveLength(1);
  });

  test("is left out where nothing was read yet", () => {
    const { state } = entryWith("renders/list");
    const change = jest.fn((rows: string[]) => rows);
    setData("renders/list", change);
    setData("renders/never-shown", change);
    expect(change).not.toHaveBeenCalled();
    expect(state().data).toBeUndefined();
  });
});

describe("what is no longer valid", () => {
  /** Three entries that were read. The first two are about templates, and the first one is shown. */
  async function readEntries() {
    const shown = entryWith("templates/list", { users: 1 });
    const hidden = entryWith("templates/one/a");
    const other = entryWith("renders/list", { users: 1 });
    for (const { entry, requests } of [shown, hidden, other]) {
      void loadEntry(entry);
      requests[0]?.answer("data");
    }
    await promises();
    return { shown, hidden, other };
  }

  test("is read again at once if a page shows it, otherwise as soon as a page does", async () => {
    const { shown, hidden, other } = await readEntries();
    invalidate("templates/");
    expect([shown, hidden, other].map(({ requests }) => requests.length)).toEqual([2, 1, 1]);
    void loadEntry(hidden.entry);
    void loadEntry(other.entry);
    expect([hidden, other].map(({ requests }) => requests.length)).toEqual([2, 1]);
  });

  test("is read again although a request is running, because its answer may be old", () => {
    const { entry, requests } = entryWith("templates/list", { users: 1 });
    void loadEntry(entry);
    invalidate("templates/list");
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  test("is all that pages show when the session has come back, however fresh it is", async () => {
    const { shown, hidden, other } = await readEntries();
    reloadShown();
    expect([shown, hidden, other].map(({ requests }) => requests.length)).toEqual([2, 1, 2]);
  });
});

describe("what is kept", () => {
  test("is nothing after another person has signed in, and running requests end", () => {
    const { entry, requests } = entryWith("renders/one");
    void loadEntry(entry);
    forgetAll();
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(entryOf("renders/one")).not.toBe(entry);
  });

  test("is at most 300 things, and the oldest that no page shows is forgotten", () => {
    const shown = entryWith("0", { users: 1 }).entry;
    const oldest = entryOf("1");
    const next = entryOf("2");
    for (let number = 3; number < 300; number++) entryOf(String(number));
    expect(entryOf("1")).toBe(oldest);
    entryOf("300");
    expect(entryOf("0")).toBe(shown);
    expect(entryOf("2")).toBe(next);
    expect(entryOf("1")).not.toBe(oldest);
  });
});

test("whatever is thrown is shown as an error", () => {
  const error = new TypeError("no");
  expect(asError(error)).toBe(error);
  expect(asError("It is full.")).toEqual(new Error("It is full."));
});
