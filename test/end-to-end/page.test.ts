import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser, Page, Request } from "playwright-core";
import { ROUTES } from "../../core/contract/routes.js";
import { type SignResponse, signResponseSchema } from "../../core/contract/sign-api.js";
import { launchBrowser } from "../../scripts/browser/launch-browser.js";
import { faultsOf, visit } from "./page-visits.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

const run = promisify(execFile);

const WANTED = [
  { format: "png", scale: 0.5 },
  { format: "jpg", scale: 0.5 },
  { format: "webp", scale: 0.5 },
  { format: "avif", scale: 0.25 },
  { format: "png", scale: 0.25, transparent: true },
  { format: "webp", scale: 0.3 },
] as const;

const { service } = useService();
let browser: Browser;
let site: Server | undefined;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  site?.close();
});

/** Serves a page on another origin than the service, as is usual for pages with pictures. Returns its URL. */
async function serve(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
  });
  site = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function mintSix(): Promise<{ readonly minted: SignResponse; readonly sizes: readonly (readonly number[])[] }> {
  // Their heights do not depend on their content.
  const ids = ["Open Graph card", "Photo quote", "Certificate"].map((name) => service.template(name));
  const jobs = WANTED.map((wanted, index) => ({ template: ids[index % ids.length], ...wanted }));
  const minted = signResponseSchema.parse(await (await service.post("/api/v1/img/sign", { jobs })).json());
  const sizes = jobs.map(async ({ template, scale }) => {
    const schema: unknown = await (await service.call(`/api/v1/templates/${template}/schema`)).json();
    const { width, height } = schema as { width: number; height: number };
    return [Math.round(width * scale), Math.round(height * scale)];
  });
  return { minted, sizes: await Promise.all(sizes) };
}

/** A browser that reads the text of a refusal where it expects an image hides the response from the page. */
const BLOCKED = "net::ERR_BLOCKED_BY_ORB";

/** Resolves to how a request was refused, even if the page was loaded before the browser has reported it. */
async function refusalOf(request: Request): Promise<string | undefined> {
  const response = await request.response();
  if (response === null) return request.failure()?.errorText ?? "no response";
  return response.ok() ? undefined : `${response.status()}, retry after ${response.headers()["retry-after"] ?? "no"} s`;
}

/**
 * Loads a page and returns the sizes of its images. On a busy machine, a first view can end with 503 because it took longer
 * than five seconds. Then the page is loaded again. No other response is allowed. A screenshot is left in `.local/pages/`.
 */
async function loadInBrowser(address: string): Promise<readonly number[][]> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  return await until("the page has all of its images", async () => {
    const requests: Request[] = [];
    const note = (request: Request) => requests.push(request);
    page.on("request", note);
    await page.goto(address, { waitUntil: "load" });
    page.off("request", note);
    const refusals = (await Promise.all(requests.map(refusalOf))).filter((refusal) => refusal !== undefined);
    expect(refusals.filter((refusal) => !["503, retry after 1 s", BLOCKED].includes(refusal))).toEqual([]);
    if (refusals.length > 0) return undefined;
    await page.screenshot({ path: ".local/pages/six-images.png" });
    return await page.evaluate<number[][]>(
      "[...document.images].map((image) => [image.naturalWidth, image.naturalHeight])",
    );
  });
}

test("a page with six newly minted image URLs shows six pictures of the right size as soon as they are rendered", async () => {
  const { minted, sizes } = await mintSix();
  const images = minted.urls.map(({ url }) => `<img src="${url.replaceAll("&", "&amp;")}">`);
  const address = await serve(`<!doctype html><title>Six</title><style>img{max-width:30%}</style>${images.join("\n")}`);
  expect(await loadInBrowser(address)).toEqual(sizes);
});

const open = async (path: string, wanted: string) =>
  await visit(browser, `${service.connection.baseUrl}${path}`, wanted);

const copied = async (page: Page, button: string) => {
  // The button can still say "Copied" because of an earlier click.
  await page.evaluate("navigator.clipboard.writeText('')");
  await page.locator(button).click();
  await page.locator(button, { hasText: "Copied" }).waitFor();
  await page.waitForFunction("navigator.clipboard.readText().then((text) => text !== '')");
  return String(await page.evaluate("navigator.clipboard.readText()"));
};

/** A folder with the connection file of a local service, and an `aws` that prints the stack's output `ApiKeyCommand`. */
async function folderWithKeys({ local, deployed }: { local: string; deployed: string }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keys-"));
  await mkdir(join(folder, ".local"));
  await writeFile(join(folder, ".local/connection.json"), JSON.stringify({ apiKey: local }));
  const query = "Stacks[0].Outputs[?OutputKey==\\n  'ApiKeyCommand'].OutputValue";
  const lines = ["#!/bin/bash", `[ "\${@: -1}" = $'${query.replaceAll("'", "\\'")}' ] && echo "echo ${deployed}"`];
  await writeFile(join(folder, "aws"), lines.join("\n"), { mode: 0o755 });
  return folder;
}

const shown = "[data-picture][data-state=shown]";

describe("the home page", () => {
  test("the home page shows a picture that the service renders at the first view and bills once", async () => {
    const spent = async () => {
      const usage = (await (await service.call("/api/v1/usage")).json()) as { credits: { spent: number } };
      return usage.credits.spent;
    };
    const before = await spent();
    for (const visitor of ["first", "second"]) {
      const { page, complaints } = await open("/", shown);
      const size = await page.evaluate(
        "[...document.images].map((image) => [image.naturalWidth, image.naturalHeight])",
      );
      expect([visitor, size]).toEqual([visitor, expect.arrayContaining([[1200, 630]])]);
      // A busy machine may need a second attempt at the first view, which the console shows.
      if (visitor === "second") expect([await faultsOf(page), complaints]).toEqual([[], []]);
    }
    expect((await spent()) - before).toBe(1);
  });

  test("the home page says how to get a key, first for the place where the service runs, and shows the tag of its picture", async () => {
    const { page, context } = await open("/", shown);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const folder = await folderWithKeys({ local: "irs_local", deployed: "irs_deployed" });
    const keyOf = async (command: string) => {
      const env = { ...process.env, PATH: `${folder}:${process.env.PATH ?? ""}` };
      // `--norc` skips the startup file, which Bash reads if its input is a socket. It could put another `aws` first.
      return (await run("bash", ["--norc", "-c", `${command}\nprintf %s "$IRS_API_KEY"`], { cwd: folder, env })).stdout;
    };
    expect(await keyOf(await copied(page, "[data-copy=key]"))).toBe("irs_local");
    await page.getByRole("tab", { name: "On this machine" }).press("ArrowRight");
    expect(await keyOf(await copied(page, "[data-copy=key]"))).toBe("irs_deployed");
    await rm(folder, { recursive: true });

    const [, source = ""] = /<img src="([^"]+)"/.exec(await copied(page, "[data-copy=tag]")) ?? [];
    const picture = await fetch(source.replaceAll("&amp;", "&"));
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    await picture.arrayBuffer();
  });

  test("when the picture is not available, the home page says why in its place, and can load it again", async () => {
    const { page } = await open("/", shown);
    const picture = "**/api/v1/img/**";
    for (const [response, text] of [
      [{ status: 503, headers: { "retry-after": "0.01" }, body: "later" }, "is not ready yet"],
      [{ status: 402, json: { error: "x", requestId: "req-1" } }, "no credits left"],
      [{ status: 401, json: { error: "x", requestId: "req-1" } }, "signature was revoked"],
      [undefined, "Nothing was rendered or billed"],
    ] as const) {
      await page.route(
        picture,
        async (route) => await (response === undefined ? route.abort() : route.fulfill(response)),
      );
      await page.reload();
      await page.locator("[data-picture][data-state=failed]").waitFor();
      expect(await page.locator("[data-picture]").innerText()).toContain(text);
      await page.unroute(picture);
    }
    expect(await faultsOf(page)).toEqual([]);
    await page.locator("[data-again]").click();
    await page.locator(shown).waitFor();
  });
});

describe("the API reference", () => {
  test("the API reference shows every operation and the fields of one, and has no fault", async () => {
    const { page, complaints } = await open("/docs/reference#/Renders/createRender", ".opblock-body .example");
    const paths = (await page.locator(".opblock-summary-path").allInnerTexts())
      // The viewer adds zero-width spaces, at which long paths may break.
      .map((text) => text.replaceAll("\u200b", ""));
    expect(paths.sort()).toEqual(
      Object.values(ROUTES)
        .map(({ path }) => path)
        .sort(),
    );
    expect([await faultsOf(page), complaints]).toEqual([[], []]);
  });

  test("“Try it out” sends no template before signing in with the one field, and an existing template afterwards", async () => {
    const { page } = await open("/docs/reference#/Renders/createRender", ".opblock-body .example");
    await page.getByRole("button", { name: "Try it out" }).click();
    const body = page.locator("textarea.body-param__text");
    expect(JSON.parse(await body.inputValue())).toMatchObject({ template: "" });

    await page.locator(".auth-wrapper .authorize").click();
    const field = page.getByRole("dialog").getByRole("textbox");
    await field.waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("api-key");
    expect(await page.getByRole("dialog").locator("input, select, textarea").count()).toBe(1);
    await page.keyboard.type("irs_unknown");
    await page.keyboard.press("Enter");
    await page.getByText("The service does not know this key").waitFor();
    expect(await faultsOf(page, "dialog")).toEqual([]);

    await field.fill(service.connection.apiKey);
    await page.keyboard.press("Enter");
    await page.getByText("Signed in. The examples use your template").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    const { template } = JSON.parse(await body.inputValue()) as { template: string };
    expect(Object.values(service.connection.templates)).toContain(template);
    await page.getByRole("button", { name: "Execute" }).click();
    const status = page.locator(".live-responses-table .response-col_status");
    await status.last().waitFor();
    expect(await status.last().innerText()).toMatch(/^200/);
    expect(await page.locator(".live-responses-table .response-col_description").last().innerText()).toContain(
      "assetUrl",
    );

    // The form that reads a template is filled with its ID. The form that deletes a template is empty.
    for (const [operation, expected] of [
      ["getSchema", template],
      ["deleteTemplate", ""],
    ] as const) {
      const form = page.locator(`#operations-Templates-${operation}`);
      await form.locator(".opblock-summary-control").click();
      await form.getByRole("button", { name: "Try it out" }).click();
      expect([operation, await form.locator("tr[data-param-name=id] input").inputValue()]).toEqual([
        operation,
        expected,
      ]);
    }
  });
});

test("Chromium keeps the session cookie with its prefix at http://127.0.0.1, and signing out removes both names", async () => {
  const { page, context } = await open("/", "h1");
  const { baseUrl, apiKey } = service.connection;
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
  const old = { name: "irs_session", value: "x", domain: "127.0.0.1", path: "/", secure: true, httpOnly: true };
  await context.addCookies([{ ...old, sameSite: "Lax" }]);
  const call = async (method: string, path: string, body?: unknown) => {
    const options = { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    return await page.evaluate(`fetch("/api/v1${path}", ${JSON.stringify(options)}).then(({ status }) => status)`);
  };
  expect(await call("POST", "/session", { apiKey })).toBe(200);
  const kept = (await context.cookies()).filter(({ name }) => name === "__Host-irs_session");
  expect(kept).toMatchObject([{ domain: "127.0.0.1", path: "/", httpOnly: true, secure: true, sameSite: "Lax" }]);
  expect(await call("GET", "/keys")).toBe(200);
  expect(await call("DELETE", "/session")).toBe(204);
  expect(await context.cookies()).toEqual([]);
});

test("pages and their files have caching, type and security headers, and unchanged ones are not sent again", async () => {
  const html = await service.fetch("/docs/reference");
  expect(Object.fromEntries(html.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "public, max-age=60",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
  });
  expect(html.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
  const [, script = ""] = /src="(\/assets\/swagger-ui\.[^"]+)"/.exec(await html.text()) ?? [];
  const file = await service.fetch(script, { method: "HEAD" });
  expect(Object.fromEntries(file.headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
  });
  const again = await service.fetch("/docs/reference", {
    headers: { "if-none-match": html.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
});
