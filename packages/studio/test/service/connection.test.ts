import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type * as Irs from "../../src/service/irs.js";
import { pass, stopClock } from "../support/clock.js";
import { openPage, type TestPage } from "../support/page.js";
import { failure, openService, type TestService } from "../support/service.js";

const CUT = new TypeError("fetch failed");

// The module reads the address when it is loaded.
const first = openPage();
let studio: typeof Irs = await import("../../src/service/irs.js");
first.close();

let page: TestPage;
let service: TestService;
beforeEach(() => {
  stopClock();
  jest.spyOn(Math, "random").mockReturnValue(1);
  page = openPage();
  service = openService();
});
afterEach(() => {
  jest.restoreAllMocks();
  service.close();
  page.close();
  studio.isSessionRefused.value = false;
  studio.isConnectionLost.value = false;
  jest.useRealTimers();
});

/** Sends a request, and returns the error with which it ended, if any. */
function health(signal?: AbortSignal): Promise<unknown> {
  return studio.irs.health({ signal }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("the session", () => {
  test("is refused when the service answers a request with 401", async () => {
    service.on("GET /usage", () => failure(401, "UNAUTHORIZED"));
    await expect(studio.irs.usage.get()).rejects.toThrow();
    expect(studio.isSessionRefused.value).toBe(true);
    expect(service.requests[0]?.headers.has("authorization")).toBe(false);
  });

  test("is not refused by another error, or when the page asks who is signed in", async () => {
    service.on("GET /usage", () => failure(403, "FORBIDDEN"));
    service.on("GET /session", () => failure(401, "UNAUTHORIZED"));
    await expect(studio.irs.usage.get()).rejects.toThrow();
    await expect(studio.irs.session.current()).rejects.toThrow();
    expect(studio.isSessionRefused.value).toBe(false);
  });
});

describe("the connection", () => {
  test("is lost when a request gets no response, and back with the next response", async () => {
    service.on("GET /health", () => CUT);
    const ended = health();
    await pass(0);
    expect(studio.isConnectionLost.value).toBe(true);
    service.on("GET /health", () => ({ status: "ok" }));
    await pass(500);
    expect(await ended).toBeUndefined();
    expect(studio.isConnectionLost.value).toBe(false);
  });

  test("is not lost when the page itself ends a request", async () => {
    const abort = new AbortController();
    service.on(
      "GET /health",
      ({ signal }) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(CUT))),
    );
    const ended = health(abort.signal);
    await pass(0);
    abort.abort();
    await ended;
    expect(studio.isConnectionLost.value).toBe(false);
  });

  test("is tried once more for each request, because a person waits", async () => {
    service.on("GET /health", () => CUT);
    const ended = health();
    await pass(60_000);
    expect(await ended).toMatchObject({ name: "ConnectionError" });
    expect(service.requests).toHaveLength(2);
  });
});

describe("a service that is overloaded", () => {
  test("is asked three more times", async () => {
    service.on("GET /health", () => failure(500, "INTERNAL"));
    const ended = health();
    await pass(60_000);
    expect(await ended).toMatchObject({ status: 500 });
    expect(service.requests).toHaveLength(4);
  });

  test("is not waited for longer than eight seconds", async () => {
    const busy = (seconds: string) => {
      const response = failure(503, "OVERLOADED");
      response.headers.set("retry-after", seconds);
      return response;
    };
    service.on("GET /health", () => busy("9"));
    expect(await health()).toMatchObject({ status: 503 });
    expect(service.requests).toHaveLength(1);
    service.on("GET /health", () => (service.requests.length < 3 ? busy("7") : { status: "ok" }));
    const ended = health();
    await pass(8_000);
    expect(await ended).toBeUndefined();
  });
});

describe("while the connection is lost", () => {
  // It is watched for as long as the page is open, so each test opens a page of its own.
  beforeEach(async () => {
    jest.resetModules();
    studio = await import("../../src/service/irs.js");
  });

  /** Loses the connection of a page that shows something. Returns how often that was loaded since. */
  async function lostConnection() {
    const { entryOf } = await import("../../src/service/resources.js");
    const { startReconnecting } = await import("../../src/service/reconnect.js");
    const entry = entryOf("renders/one");
    let loads = 0;
    entry.load = async () => ++loads;
    entry.users = 1;
    startReconnecting();
    await pass(1_000);
    studio.isConnectionLost.value = true;
    return { loads: () => loads };
  }

  test("the page asks the service every three seconds, and then reads again what it shows", async () => {
    const { loads } = await lostConnection();
    service.on("GET /health", () => CUT);
    await pass(2_999);
    expect(service.requests).toHaveLength(0);
    await pass(1);
    expect(service.requests).toHaveLength(1);
    await pass(500);
    expect(service.requests).toHaveLength(2);
    await pass(2_999);
    expect(service.requests).toHaveLength(2);
    expect(loads()).toBe(0);
    service.on("GET /health", () => ({ status: "ok" }));
    await pass(1);
    expect(studio.isConnectionLost.value).toBe(false);
    expect(loads()).toBe(1);
    await pass(10_000);
    expect(service.requests).toHaveLength(3);
  });

  test("the page asks at once when the browser says that it is online", async () => {
    const { loads } = await lostConnection();
    service.on("GET /health", () => ({ status: "ok" }));
    page.window.fire("online");
    await pass(0);
    expect([service.requests.length, loads()]).toEqual([1, 1]);
    page.window.fire("online");
    await pass(10_000);
    expect(service.requests).toHaveLength(1);
  });

  test("a request that takes longer than three seconds counts as unanswered", async () => {
    await lostConnection();
    service.on(
      "GET /health",
      ({ signal }) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(CUT))),
    );
    page.window.fire("online");
    await pass(3_000);
    expect(service.requests[0]?.signal.aborted).toBe(true);
  });

  test("other requests do not make the page ask more often", async () => {
    await lostConnection();
    service.on("GET /health", () => new Promise(() => undefined));
    await pass(1_000);
    studio.isConnectionLost.value = false;
    studio.isConnectionLost.value = true;
    await pass(2_000);
    expect(service.requests).toHaveLength(1);
    await pass(999);
    expect(service.requests).toHaveLength(1);
  });

  test("a request that brings the connection back lets the page read again what it shows, without asking", async () => {
    const { loads } = await lostConnection();
    studio.isConnectionLost.value = false;
    await pass(10_000);
    expect([service.requests.length, loads()]).toEqual([0, 1]);
  });

  test("a load that brings the connection back is not ended by that", async () => {
    await lostConnection();
    const { entryOf, loadEntry } = await import("../../src/service/resources.js");
    const other = entryOf("renders/two");
    other.users = 1;
    other.load = async (signal) => await studio.irs.usage.get({ signal });
    service.on("GET /usage", () => ({ credits: 5 }));
    await loadEntry(other);
    expect(other.state.value).toMatchObject({ data: { credits: 5 }, error: undefined });
    expect(service.calls()).toEqual(["GET /usage"]);
  });

  test("a service that responds with an error is connected, so the page reads again what it shows", async () => {
    const { loads } = await lostConnection();
    service.on("GET /health", () => failure(400, "INVALID_REQUEST"));
    page.window.fire("online");
    await pass(0);
    expect([studio.isConnectionLost.value, loads()]).toEqual([false, 1]);
  });
});
