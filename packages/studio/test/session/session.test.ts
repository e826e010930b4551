import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { promises } from "../support/clock.js";
import { openPage, type TestPage } from "../support/page.js";
import { failure, json, nothing, openService, type TestService } from "../support/service.js";

const TOKEN = "abcdefghij-klmnopqr_";
const caller = (workspaceId = "w-1", scopes = ["render"]) => ({ workspaceId, scopes, name: "Ada" });

let page: TestPage;
let service: TestService;

beforeEach(() => {
  jest.resetModules();
  service = openService();
});
afterEach(() => {
  service.close();
  page.close();
});

/** Opens the studio at an address, before anybody is known to be signed in. */
async function open(address = "https://irs.example.com/studio") {
  page = openPage(address);
  const session = await import("../../src/session/session.js");
  const { isSessionRefused } = await import("../../src/service/irs.js");
  const resources = await import("../../src/service/resources.js");
  return { ...session, isSessionRefused, ...resources };
}

/** Opens the studio with a session that exists already. */
async function openSignedIn() {
  service.on("GET /session", () => caller());
  const studio = await open();
  await studio.readSession();
  return studio;
}

describe("the session", () => {
  test("is the one that the service knows", async () => {
    const studio = await open();
    expect(studio.session.value).toEqual({ kind: "loading" });
    expect([studio.hasScope("render"), studio.workspaceId()]).toEqual([false, ""]);
    service.on("GET /session", () => caller());
    await studio.startSession();
    expect(studio.session.value).toEqual({ kind: "signed-in", caller: caller() });
    expect([studio.hasScope("render"), studio.hasScope("admin"), studio.workspaceId()]).toEqual([true, false, "w-1"]);
    expect(studio.offeredToken.value).toBeUndefined();
  });

  test("does not exist if the service refuses to name it", async () => {
    service.on("GET /session", () => failure(401, "UNAUTHORIZED"));
    const studio = await open();
    await studio.startSession();
    expect(studio.session.value).toEqual({ kind: "signed-out" });
    expect(studio.workspaceId()).toBe("");
  });

  test("is unknown if the service fails in another way", async () => {
    service.on("GET /session", () => failure(400, "INVALID_REQUEST"));
    const studio = await open();
    await studio.readSession();
    expect(studio.session.value).toMatchObject({
      kind: "failed",
      error: { message: "The request failed with INVALID_REQUEST." },
    });
    service.on("GET /session", () => "not a session");
    await studio.readSession();
    expect(studio.session.value.kind).toBe("signed-in");
  });

  test("has expired when the service refuses a request, and a person keeps their place", async () => {
    const studio = await openSignedIn();
    studio.isSessionRefused.value = true;
    expect(studio.session.value).toEqual({ kind: "expired", caller: caller() });
    expect([studio.hasScope("render"), studio.hasScope("admin"), studio.workspaceId()]).toEqual([true, false, "w-1"]);
  });

  test("cannot expire before there is one", async () => {
    const studio = await open();
    studio.isSessionRefused.value = true;
    expect(studio.session.value).toEqual({ kind: "loading" });
  });
});

describe("signing in with a key", () => {
  test("sends the key, and then asks who that is", async () => {
    service.on("POST /session", () => json(201, caller()));
    service.on("GET /session", () => caller("w-2"));
    const studio = await open();
    await studio.signIn("irs_key");
    expect(service.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", "/session", { apiKey: "irs_key" }],
      ["GET", "/session", ""],
    ]);
    expect(studio.workspaceId()).toBe("w-2");
  });

  test("says why a key is refused, and leaves everything as it was", async () => {
    service.on("POST /session", () => failure(401, "UNAUTHORIZED"));
    const studio = await open();
    await expect(studio.signIn("irs_wrong")).rejects.toThrow("The request failed with UNAUTHORIZED.");
    expect(studio.session.value).toEqual({ kind: "loading" });
    expect(studio.isSessionRefused.value).toBe(false);
  });

  test("again in the same workspace continues where the session had ended, and loads what the page shows", async () => {
    const studio = await openSignedIn();
    const entry = studio.entryOf("renders/one");
    let loads = 0;
    entry.load = async () => ++loads;
    entry.users = 1;
    studio.isSessionRefused.value = true;
    await studio.readSession();
    await promises();
    expect(studio.session.value.kind).toBe("signed-in");
    expect(studio.entryOf("renders/one")).toBe(entry);
    expect(loads).toBe(1);
  });

  test("to another workspace forgets what the page has read of the first one", async () => {
    const studio = await openSignedIn();
    const entry = studio.entryOf("renders/one");
    service.on("GET /session", () => caller("w-2"));
    await studio.readSession();
    expect(studio.entryOf("renders/one")).not.toBe(entry);
  });

  test("for the first time forgets what was read before", async () => {
    service.on("GET /session", () => caller());
    const studio = await open();
    const entry = studio.entryOf("renders/one");
    let loads = 0;
    entry.load = async () => ++loads;
    entry.users = 1;
    await studio.readSession();
    expect(studio.entryOf("renders/one")).not.toBe(entry);
    expect(loads).toBe(0);
  });
});

describe("signing out", () => {
  test("ends the session at the service, and forgets what the page has read", async () => {
    const studio = await openSignedIn();
    const entry = studio.entryOf("renders/one");
    service.on("DELETE /session", nothing);
    await studio.signOut();
    expect(service.calls()).toEqual(["GET /session", "DELETE /session"]);
    expect(studio.session.value).toEqual({ kind: "signed-out" });
    expect(studio.entryOf("renders/one")).not.toBe(entry);
  });
});

describe("a sign-in link", () => {
  const ADDRESS = `https://irs.example.com/studio/renders?status=done#${TOKEN}`;

  test("signs in, and its token is no longer in the address", async () => {
    let isSignedIn = false;
    service.on("POST /session", () => ((isSignedIn = true), json(201, caller())));
    service.on("GET /session", () => (isSignedIn ? caller() : failure(401, "UNAUTHORIZED")));
    const studio = await open(ADDRESS);
    await studio.startSession();
    expect(page.visits).toEqual(["replace /studio/renders?status=done"]);
    expect(service.requests[1]?.body).toEqual({ token: TOKEN });
    expect(studio.session.value.kind).toBe("signed-in");
    expect([studio.offeredToken.value, studio.linkProblem.value]).toEqual([undefined, undefined]);
  });

  test("does not replace the session of somebody who is signed in, until they decide so", async () => {
    service.on("GET /session", () => caller());
    const studio = await open(ADDRESS);
    await studio.startSession();
    expect(service.calls()).toEqual(["GET /session"]);
    expect(studio.offeredToken.value).toBe(TOKEN);

    service.on("POST /session", () => json(201, caller("w-2")));
    service.on("GET /session", () => caller("w-2"));
    await studio.followLink(TOKEN);
    expect(studio.offeredToken.value).toBeUndefined();
    expect(studio.workspaceId()).toBe("w-2");
  });

  test("that no longer works says why, until somebody signs in", async () => {
    service.on("GET /session", () => failure(401, "UNAUTHORIZED"));
    service.on("POST /session", () => failure(401, "UNAUTHORIZED"));
    const studio = await open(ADDRESS);
    await studio.startSession();
    expect(studio.linkProblem.value?.message).toBe("The request failed with UNAUTHORIZED.");
    expect(studio.session.value).toEqual({ kind: "signed-out" });
    service.on("GET /session", () => caller());
    await studio.readSession();
    expect(studio.linkProblem.value).toBeUndefined();
  });

  test.each([["#top"], ["#abcdefghij-klmnopqr"], ["#abcdefghij klmnopqrstu"]])(
    "has a token of at least 20 letters, so %s stays in the address",
    async (hash) => {
      service.on("GET /session", () => failure(401, "UNAUTHORIZED"));
      const studio = await open(`https://irs.example.com/studio${hash}`);
      await studio.startSession();
      expect(page.visits).toEqual([]);
      expect(service.calls()).toEqual(["GET /session"]);
    },
  );
});
