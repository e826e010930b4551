import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { ContractServer } from "../contract-server.js";
import { makeFolder, runWith, writeInto } from "../support.js";

const LINK = "https://images.example.com/studio#token-for-irs%20studio";
let server: ContractServer;
let folder = "";
beforeEach(async () => {
  server = await ContractServer.start();
  folder = makeFolder({});
});
afterEach(() => server.close());

const irs = (argv: readonly string[], env: Record<string, string> = {}) =>
  runWith({ ...server.env, ...env }, folder, "studio", ...argv);

/** Writes a program that takes the place of a browser. Returns its path. */
function browser(script: string): string {
  writeInto(folder, "browser", `#!/bin/sh\n${script}\n`);
  const path = join(folder, "browser");
  chmodSync(path, 0o755);
  return path;
}

test("irs studio prints only the link to standard output, with all scopes of the key", async () => {
  const { code, text, errors } = await irs([]);
  expect({ code, text }).toEqual({ code: 0, text: `${LINK}\n` });
  expect(errors).toBe("Signs in once, within five minutes, as irs studio. Scopes: render, templates, admin.\n");
  expect(server.requests).toEqual(["GET /api/v1/session", "POST /api/v1/session/links"]);
});

test("irs studio with --name and --scope creates a link for a colleague with these scopes only", async () => {
  const { text, errors } = await irs(["--name", "Ada Lovelace", "--scope", "render", "--scope", "templates"]);
  expect(text).toBe("https://images.example.com/studio#token-for-Ada%20Lovelace\n");
  expect(errors).toBe("Signs in once, within five minutes, as Ada Lovelace. Scopes: render, templates.\n");
  expect(server.requests).toEqual(["POST /api/v1/session/links"]);
});

test("irs studio with a scope that the key does not have prints no link", async () => {
  const { code, text, errors } = await irs(["--scope", "operator"]);
  expect({ code, text }).toEqual({ code: 2, text: "" });
  expect(errors).toContain("The key does not have all of these scopes. (403 FORBIDDEN, request req-7)");
});

test("irs studio with an unknown scope exits with 2 before any request", async () => {
  const { code, errors } = await irs(["--scope", "templat"]);
  expect({ code, requests: server.requests }).toEqual({ code: 2, requests: [] });
  expect(errors).toContain('Did you mean "templates"?');
});

test("irs studio --open gives the link to the program in BROWSER, and nothing else opens it", async () => {
  const opened = join(folder, "opened");
  expect(await irs([], { BROWSER: browser(`printf %s "$*" > '${opened}'`) })).toMatchObject({ code: 0 });
  expect(existsSync(opened)).toBe(false);
  const { code, text } = await irs(["--open"], { BROWSER: join(folder, "browser") });
  expect({ code, text, opened: readFileSync(opened, "utf8") }).toEqual({ code: 0, text: `${LINK}\n`, opened: LINK });
});

test.each([
  ["fails", () => browser("exit 3")],
  ["does not exist", () => join(folder, "missing")],
])("irs studio --open exits with 1 and still prints the link when the browser's command %s", async (_, command) => {
  const { code, text, errors } = await irs(["--open"], { BROWSER: command() });
  expect({ code, text }).toEqual({ code: 1, text: `${LINK}\n` });
  expect(errors).toContain("The browser could not be opened. Open the link yourself");
});
