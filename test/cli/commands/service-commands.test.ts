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
  test("keys create prints only the key to standard output, and messages to standard error", async () => {
    const { code, text, errors } = await irs("keys", "create", "CI", "--scope", "templates", "--scope", "render");
    expect({ code, text }).toEqual({ code: 0, text: "irs_secret_of_CI\n" });
    expect(errors).toBe(
      `Created the key ${server.keys[0]?.id ?? ""}, CI. Scopes: templates, render. The key is shown only once.\n`,
    );
    expect(server.keys).toMatchObject([{ name: "CI", scopes: ["templates", "render"] }]);
  });

  test("keys create without --scope creates a key with the default scope of the service", async () => {
    await irs("keys", "create", "CI");
    expect(server.keys).toMatchObject([{ scopes: ["render"] }]);
  });

  test("keys list prints the keys with their IDs, and keys revoke revokes one by its ID", async () => {
    await irs("keys", "create", "Old one");
    const id = server.keys[0]?.id ?? "";
    expect((await irs("keys", "list")).text).toBe(`${id}  2026-11-20  -  render  Old one\n`);
    expect(await irs("keys", "revoke", id)).toMatchObject({ code: 0, text: "", errors: `Revoked the key ${id}.\n` });
    expect(await irs("keys", "list")).toMatchObject({ code: 0, text: "" });
    expect(await irs("keys", "revoke", id)).toMatchObject({
      code: 1,
      errors: "irs: There is no such key. (404 NOT_FOUND, request req-7)\n",
    });
  });

  test("keys list prints the date of the last use of each key, and with --json the exact time", async () => {
    await irs("keys", "create", "Web shop");
    await irs("keys", "create", "CI");
    const [shop, ci] = server.keys;
    if (shop !== undefined) shop.lastUsedAt = "2026-11-27T08:15:00.000Z";
    expect((await irs("keys", "list")).text).toBe(
      `${shop?.id ?? ""}  2026-11-20  2026-11-27  render  Web shop\n` +
        `${ci?.id ?? ""}  2026-11-20  -           render  CI\n`,
    );
    const { keys } = JSON.parse((await irs("keys", "list", "--json")).text) as { keys: { lastUsedAt?: string }[] };
    expect(keys.map(({ lastUsedAt }) => lastUsedAt)).toEqual(["2026-11-27T08:15:00.000Z", undefined]);
  });

  test.each([
    [["keys", "create"], "Missing required argument 'name'"],
    [["keys", "create", "CI", "--scope", "templat"], 'Did you mean "templates"?'],
    [["keys", "revoke", "7"], '7 is not an ID. "irs keys list" lists the IDs.'],
    [["keys", "list", "all"], "Too many arguments"],
    [["workspaces", "create", "Newsroom"], "Required option '--plan <plan>' not specified"],
    [["workspaces", "update", "0b8ee0f5-6a0a-4d49-8a41-21fd1a5d3b70"], "Nothing to change. Give --name or --plan."],
  ])("%j exits with 2 before any request", async (argv, words) => {
    const { code, errors } = await irs(...argv);
    expect(code).toBe(2);
    expect(errors).toContain(words);
    expect(server.requests).toEqual([]);
  });
});

describe("irs workspaces", () => {
  test("workspaces create prints only the first key to standard output", async () => {
    const { code, text, errors } = await irs("workspaces", "create", "Sports desk", "--plan", "free");
    expect({ code, text }).toEqual({ code: 0, text: "irs_secret_of_workspace\n" });
    expect(errors).toMatch(/^Created the workspace [0-9a-f-]{36}, Sports desk, with the plan free\./);
  });

  test("workspaces list and workspaces update print the plan", async () => {
    const id = "0b8ee0f5-6a0a-4d49-8a41-21fd1a5d3b70";
    expect((await irs("workspaces", "list")).text).toBe(`${id}  2026-11-20  team  Newsroom\n`);
    const { code, errors } = await irs("workspaces", "update", id, "--plan", "unlimited");
    expect({ code, errors }).toEqual({
      code: 0,
      errors: `The workspace ${id} has the name Newsroom and the plan unlimited.\n`,
    });
    expect(server.requests.at(-1)).toBe(`PATCH /api/v1/workspaces/${id}`);
  });
});

describe("irs usage", () => {
  test("usage prints the credits, and the usage of the month by day", async () => {
    const { code, text } = await irs("usage");
    expect(code).toBe(0);
    expect(text).toContain("credits    97 of 100 left, 3 spent\n");
    expect(text).toContain("2026-11-03  4 credits spent  1 credit refunded\n");
  });

  test("usage --json prints the response of the service", async () => {
    expect(JSON.parse((await irs("usage", "--json")).text)).toMatchObject({ month: "2026-11", credits: { spent: 3 } });
  });
});

describe("a request that the service refuses", () => {
  test("a refusal prints the reason, the issues and the request ID, but not the key", async () => {
    const issues = [{ path: "name", message: "It must have at most 200 characters." }];
    server.nextResponses.push(failure(422, "VALIDATION_ERROR", "The request is not valid.", { issues }));
    const { code, text, errors } = await irs("keys", "create", "CI");
    expect({ code, text }).toEqual({ code: 1, text: "" });
    expect(errors).toBe(
      "irs: The request is not valid. (422 VALIDATION_ERROR, request req-7)\n" +
        "  name: It must have at most 200 characters.\n",
    );
    expect(errors).not.toContain(KEY);
  });

  test("the exit code is 2 when the service does not accept the key", async () => {
    const env = { ...server.env, IRS_API_KEY: "irs_other" };
    const { code, errors } = await runWith(env, makeFolder({}), "usage");
    expect({ code, errors }).toEqual({
      code: 2,
      errors: "irs: The API key is not known. (401 UNAUTHORIZED, request req-7)\n",
    });
  });

  test("control characters in a response are printed as escapes", async () => {
    server.nextResponses.push(failure(403, "FORBIDDEN", "No\u001b[2J"));
    expect((await irs("usage")).errors).toBe("irs: No\\u{1b}[2J (403 FORBIDDEN, request req-7)\n");
  });
});

describe("retries", () => {
  const busy = (status: number, code: string, headers: Record<string, string> = {}) => ({
    ...failure(status, code, "Too many requests."),
    headers,
  });

  test("a refused request is sent again after the time in Retry-After", async () => {
    server.nextResponses.push(
      busy(429, "RATE_LIMITED", { "retry-after": "0" }),
      busy(503, "INTERNAL", { "retry-after": "0" }),
    );
    expect(await irs("keys", "create", "CI")).toMatchObject({ code: 0, text: "irs_secret_of_CI\n" });
    expect(server.requests).toHaveLength(3);
  });

  test("a request is not sent again when Retry-After is too long", async () => {
    server.nextResponses.push(busy(429, "RATE_LIMITED", { "retry-after": "3600" }));
    expect(await irs("usage")).toMatchObject({
      code: 2,
      errors: expect.stringContaining("Too many requests.") as unknown,
    });
    expect(server.requests).toHaveLength(1);
  });

  test("a request is sent six times at most", async () => {
    for (let index = 0; index < 20; index++)
      server.nextResponses.push(busy(429, "RATE_LIMITED", { "retry-after": "0" }));
    expect(await irs("usage")).toMatchObject({ code: 2 });
    expect(server.requests).toHaveLength(6);
  });

  test("a creation that may have succeeded is sent again, because its Idempotency-Key makes it happen once", async () => {
    server.nextResponses.push({ status: 503, body: { message: "Service Unavailable" } });
    expect(await irs("keys", "create", "CI")).toMatchObject({ code: 0, text: "irs_secret_of_CI\n" });
    expect(server.requests).toHaveLength(2);
  });

  test("a write without an Idempotency-Key that may have succeeded is not sent again", async () => {
    server.nextResponses.push({ status: 503, body: { message: "Service Unavailable" } });
    const { code, errors } = await irs("signing", "rotate");
    expect(code).toBe(2);
    expect(errors).toBe(
      `irs: ${server.baseUrl} did not respond like an image render service. Check the base URL. (503)\n`,
    );
    expect(server.requests).toHaveLength(1);
  });
});

describe("a request that is too large for the platform", () => {
  test("a 413 without the body of the service says what to do, and does not blame the base URL", async () => {
    const { baseUrl } = server;
    for (const body of [{ message: "Request Too Long" }, "<html>413 Request Entity Too Large</html>"]) {
      server.nextResponses.push({ status: 413, body });
      const { code, errors } = await irs("keys", "create", "CI");
      expect(code).toBe(1);
      expect(errors).toMatch(
        /^irs: The request is too large for the platform\. .* Upload large images first.*\(413\)\n$/,
      );
      expect(errors).not.toContain(baseUrl);
    }
  });
});

describe("a wrong base URL", () => {
  test("another kind of server and an unreachable server have different messages", async () => {
    const { baseUrl } = server;
    server.nextResponses.push({ status: 200, body: { hello: "world" } });
    expect((await irs("usage")).errors).toMatch(/returned an unexpected response.*\n {2}workspaceId: /);
    await server.close();
    const { code, errors } = await runWith({ IRS_URL: baseUrl, IRS_API_KEY: KEY }, makeFolder({}), "usage");
    expect({ code, errors }).toEqual({
      code: 2,
      errors: `irs: ${baseUrl} cannot be reached (ECONNREFUSED). Check the URL and the network.\n`,
    });
    server = await ContractServer.start();
  });

  test("the key is not sent to the target of a redirect", async () => {
    const other = await ContractServer.start();
    server.nextResponses.push({ status: 301, headers: { location: `${other.baseUrl}/api/v1/usage` } });
    const { code, errors } = await irs("usage");
    expect(code).toBe(2);
    expect(errors).toContain(`redirects to ${other.baseUrl}/api/v1/usage. Use that address`);
    expect(other.requests).toEqual([]);
    await other.close();
  });
});

describe("the connection", () => {
  const localService = (baseUrl: string) => ({ ".local/connection.json": { baseUrl, apiKey: KEY, pid: 1 } });

  test("the local service of the folder is the default", async () => {
    expect(await run(makeFolder(localService(server.baseUrl)), "usage")).toMatchObject({ code: 0 });
  });

  test("options take precedence over the environment, and the environment takes precedence over the local service", async () => {
    const folder = makeFolder(localService("http://127.0.0.1:9"));
    expect(await runWith(server.env, folder, "usage")).toMatchObject({ code: 0 });
    const env = { IRS_URL: "http://127.0.0.1:9", IRS_API_KEY: "irs_other" };
    const options = ["--url", `${server.baseUrl}/`, "--key", KEY];
    expect(await runWith(env, folder, "usage", ...options)).toMatchObject({ code: 0 });
  });

  test("the key of the local service is not sent to another service", async () => {
    const { code, errors } = await run(
      makeFolder(localService("http://127.0.0.1:9")),
      "usage",
      "--url",
      server.baseUrl,
    );
    expect(code).toBe(2);
    expect(errors).toContain(`There is no API key for ${server.baseUrl}`);
    expect(server.requests).toEqual([]);
  });

  test.each([
    [{}, "No service is given. Give --url and --key"],
    [{ IRS_API_KEY: "irs_x" }, "No service is given."],
    [{ IRS_URL: "images.example.com", IRS_API_KEY: "irs_x" }, "must be like https://images.example.com"],
    [{ IRS_URL: "https://irs_x@images.example.com", IRS_API_KEY: "irs_x" }, "Set the API key with IRS_API_KEY"],
    [{ IRS_URL: "https://images.example.com", IRS_API_KEY: "irs_se\ncret" }, "not allowed in a key"],
  ])("the environment %j is refused with a message that does not contain the key", async (env, words) => {
    const { code, errors } = await runWith(env, makeFolder({}), "usage");
    expect(code).toBe(2);
    expect(errors).toContain(words);
    expect(errors).not.toMatch(/irs_/);
  });
});
