import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ContractServer, failure, KEY } from "../contract-server.js";
import { makeFolder, run, runWith } from "../support.js";

let server: ContractServer;
beforeEach(async () => {
  server = await ContractServer.start();
});
afterEach(async () => {
  await server.close();
});

const irs = (...argv: string[]) => runWith(server.env, makeFolder({}), ...argv);

describe("irs keys", () => {
  test("create gives the key to a pipe, and every other word to a person", async () => {
    const { code, text, errors } = await irs("keys", "create", "CI", "--scope", "templates", "--scope", "render");
    expect({ code, text }).toEqual({ code: 0, text: "irs_secret_of_CI\n" });
    expect(errors).toBe(
      `Made the key ${server.keys[0]?.id ?? ""}, CI, for templates, render. It is shown this once.\n`,
    );
    expect(server.keys).toMatchObject([{ name: "CI", scopes: ["templates", "render"] }]);
  });

  test("create leaves the scopes to the service when none is given", async () => {
    await irs("keys", "create", "CI");
    expect(server.keys).toMatchObject([{ scopes: ["render"] }]);
  });

  test("list shows keys by their ids, revoke ends one of them", async () => {
    await irs("keys", "create", "Old one");
    const id = server.keys[0]?.id ?? "";
    expect((await irs("keys", "list")).text).toBe(`${id}  2026-11-20  render  Old one\n`);
    expect(await irs("keys", "revoke", id)).toMatchObject({ code: 0, text: "", errors: `Revoked the key ${id}.\n` });
    expect(await irs("keys", "list")).toMatchObject({ code: 0, text: "" });
    expect(await irs("keys", "revoke", id)).toMatchObject({
      code: 1,
      errors: "irs: There is no such key. (404 NOT_FOUND, request req-7)\n",
    });
  });

  test.each([
    [["keys", "create"], "Give it a name"],
    [["keys", "create", "CI", "--scope", "templat"], 'Did you mean "templates"?'],
    [["keys", "revoke", "7"], "7 is no id"],
    [["keys", "list", "all"], "all is too much"],
    [["keys"], "irs keys: the API keys of a workspace"],
    [["keys", "creat", "CI"], 'There is no command keys creat. Did you mean "create"?'],
    [["workspaces", "create", "Newsroom"], "Which plan?"],
    [["workspaces", "update", "0b8ee0f5-6a0a-4d49-8a41-21fd1a5d3b70"], "What is to change?"],
  ])("%j is refused before anything is asked", async (argv, words) => {
    const { code, errors } = await irs(...argv);
    expect(code).toBe(2);
    expect(errors).toContain(words);
    expect(server.requests).toEqual([]);
  });
});

describe("irs workspaces", () => {
  test("create gives the first key to a pipe", async () => {
    const { code, text, errors } = await irs("workspaces", "create", "Sports desk", "--plan", "free");
    expect({ code, text }).toEqual({ code: 0, text: "irs_secret_of_workspace\n" });
    expect(errors).toMatch(/^Made the workspace [0-9a-f-]{36}, Sports desk, on the plan free\./);
  });

  test("list and update show the plan", async () => {
    const id = "0b8ee0f5-6a0a-4d49-8a41-21fd1a5d3b70";
    expect((await irs("workspaces", "list")).text).toBe(`${id}  2026-11-20  team  Newsroom\n`);
    const { code, errors } = await irs("workspaces", "update", id, "--plan", "unlimited");
    expect({ code, errors }).toEqual({
      code: 0,
      errors: `The workspace ${id} is Newsroom, on the plan unlimited.\n`,
    });
    expect(server.requests.at(-1)).toBe(`PATCH /api/v1/workspaces/${id}`);
  });
});

describe("irs usage", () => {
  test("shows the credits and the month by day", async () => {
    const { code, text } = await irs("usage");
    expect(code).toBe(0);
    expect(text).toContain("credits    97 of 100 left, 3 spent\n");
    expect(text).toContain("2026-11-03  4 credits spent  1 credit given back\n");
  });

  test("gives a program the service's answer", async () => {
    expect(JSON.parse((await irs("usage", "--json")).text)).toMatchObject({ month: "2026-11", credits: { spent: 3 } });
  });
});

describe("a command that the service refuses", () => {
  test("tells the reason, its places and the request, and never the key", async () => {
    const issues = [{ path: "name", message: "It must have at most 200 characters." }];
    server.canned.push(failure(422, "VALIDATION_ERROR", "The request can't be taken as it stands.", { issues }));
    const { code, text, errors } = await irs("keys", "create", "CI");
    expect({ code, text }).toEqual({ code: 1, text: "" });
    expect(errors).toBe(
      "irs: The request can't be taken as it stands. (422 VALIDATION_ERROR, request req-7)\n" +
        "  name: It must have at most 200 characters.\n",
    );
    expect(errors).not.toContain(KEY);
  });

  test("ends with 2 when the key is not taken", async () => {
    const env = { ...server.env, IRS_API_KEY: "irs_other" };
    const { code, errors } = await runWith(env, makeFolder({}), "usage");
    expect({ code, errors }).toEqual({
      code: 2,
      errors: "irs: The API key is not known. (401 UNAUTHORIZED, request req-7)\n",
    });
  });

  test("shows no control characters of the service's", async () => {
    server.canned.push(failure(403, "FORBIDDEN", "No\u001b[2J"));
    expect((await irs("usage")).errors).toBe("irs: No\\u{1b}[2J (403 FORBIDDEN, request req-7)\n");
  });
});

describe("a refused request", () => {
  const busy = (status: number, code: string, headers: Record<string, string> = {}) => ({
    ...failure(status, code, "Too much at once."),
    headers,
  });

  test("is made again after as long as the service asks for", async () => {
    server.canned.push(
      busy(429, "RATE_LIMITED", { "retry-after": "0" }),
      busy(503, "INTERNAL", { "retry-after": "0" }),
    );
    expect(await irs("keys", "create", "CI")).toMatchObject({ code: 0, text: "irs_secret_of_CI\n" });
    expect(server.requests).toHaveLength(3);
  });

  test("is given up when that is too long", async () => {
    server.canned.push(busy(429, "RATE_LIMITED", { "retry-after": "3600" }));
    expect(await irs("usage")).toMatchObject({
      code: 2,
      errors: expect.stringContaining("Too much at once.") as unknown,
    });
    expect(server.requests).toHaveLength(1);
  });

  test("is given up after six tries", async () => {
    for (let index = 0; index < 20; index++) server.canned.push(busy(429, "RATE_LIMITED", { "retry-after": "0" }));
    expect(await irs("usage")).toMatchObject({ code: 2 });
    expect(server.requests).toHaveLength(6);
  });

  test("that may have done something is not made again", async () => {
    server.canned.push({ status: 503, body: { message: "Service Unavailable" } });
    const { code, errors } = await irs("keys", "create", "CI");
    expect(code).toBe(2);
    expect(errors).toBe(`irs: ${server.baseUrl} does not answer like an image render service. (503)\n`);
    expect(server.requests).toHaveLength(1);
  });
});

describe("a server that is no such service", () => {
  test("is told apart from one that can't be reached", async () => {
    const { baseUrl } = server;
    server.canned.push({ status: 200, body: { hello: "world" } });
    expect((await irs("usage")).errors).toMatch(/does not answer as this command line expects.*\n {2}workspaceId: /);
    await server.close();
    const { code, errors } = await runWith({ IRS_URL: baseUrl, IRS_API_KEY: KEY }, makeFolder({}), "usage");
    expect({ code, errors }).toEqual({ code: 2, errors: `irs: Nothing answers at ${baseUrl} (ECONNREFUSED).\n` });
    server = await ContractServer.start();
  });

  test("gets the key no further when it sends callers elsewhere", async () => {
    const other = await ContractServer.start();
    server.canned.push({ status: 301, headers: { location: `${other.baseUrl}/api/v1/usage` } });
    const { code, errors } = await irs("usage");
    expect(code).toBe(2);
    expect(errors).toContain("sends its callers on to");
    expect(other.requests).toEqual([]);
    await other.close();
  });
});

describe("the connection", () => {
  const localRun = (baseUrl: string) => ({ ".local/connection.json": { baseUrl, apiKey: KEY, pid: 1 } });

  test("is the local run's of the folder when nothing else is said", async () => {
    expect(await run(makeFolder(localRun(server.baseUrl)), "usage")).toMatchObject({ code: 0 });
  });

  test("comes from options before the environment, and from the environment before the local run", async () => {
    const folder = makeFolder(localRun("http://127.0.0.1:9"));
    expect(await runWith(server.env, folder, "usage")).toMatchObject({ code: 0 });
    const env = { IRS_URL: "http://127.0.0.1:9", IRS_API_KEY: "irs_other" };
    const options = ["--url", `${server.baseUrl}/`, "--key", KEY];
    expect(await runWith(env, folder, "usage", ...options)).toMatchObject({ code: 0 });
  });

  test("never carries a local run's key to another service", async () => {
    const { code, errors } = await run(makeFolder(localRun("http://127.0.0.1:9")), "usage", "--url", server.baseUrl);
    expect(code).toBe(2);
    expect(errors).toContain(`There is no API key for ${server.baseUrl}`);
    expect(server.requests).toEqual([]);
  });

  test.each([
    [{}, "Which service? Give --url and --key"],
    [{ IRS_API_KEY: "irs_x" }, "Which service?"],
    [{ IRS_URL: "images.example.com", IRS_API_KEY: "irs_x" }, "must be like https://images.example.com"],
    [{ IRS_URL: "https://irs_x@images.example.com", IRS_API_KEY: "irs_x" }, "the key goes into IRS_API_KEY"],
    [{ IRS_URL: "https://images.example.com", IRS_API_KEY: "irs_se\ncret" }, "characters that no key has"],
  ])("%j is refused with a sentence that shows no key", async (env, words) => {
    const { code, errors } = await runWith(env, makeFolder({}), "usage");
    expect(code).toBe(2);
    expect(errors).toContain(words);
    expect(errors).not.toMatch(/irs_/);
  });
});
