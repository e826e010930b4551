/** Sessions of the studio: how they begin, what they show, how they end, and a connection that is lost. */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../../scripts/browser/launch-browser.js";
import { keyWith, openStudio, signIn, visitStudio } from "../../end-to-end/studio-visits.js";
import { useService } from "../../end-to-end/use-service.js";

const { service } = useService();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("signing in", () => {
  test("a wrong key is refused at its field, and the right one opens the page of the address", async () => {
    const { page, context } = await openStudio(browser, service, "/studio/usage");
    await signIn(page, "irs_wrong");
    await page.getByRole("alert").getByText("The service does not know this key.").waitFor();
    await signIn(page, service.connection.apiKey);
    await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/studio/usage");
    await context.close();
  });

  test("the browser keeps nothing of the key", async () => {
    const { page, context } = await visitStudio(browser, service);
    const stored = await page.evaluate<string>(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])",
    );
    const cookies = await context.cookies();
    expect(stored).not.toContain("irs_");
    expect(cookies.map(({ name, httpOnly }) => [name, httpOnly])).toEqual([["__Host-irs_session", true]]);
    expect(JSON.stringify(cookies)).not.toContain(service.connection.apiKey);
    await context.close();
  });

  test.each([
    [["render"], ["Templates", "Renders", "Batches", "Uploads", "Fonts", "Usage"]],
    [["templates"], ["Templates", "Uploads", "Fonts"]],
    [["admin"], ["Webhooks", "Usage", "Keys"]],
    [["operator"], ["Operations", "Workspaces"]],
  ])("a session with the scope %j sees the pages %j", async (scopes, pages) => {
    const { key } = await keyWith(service, scopes);
    const { page, context } = await visitStudio(browser, service, "/studio/usage", key);
    const links = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
    expect(await links.allTextContents()).toEqual(pages);
    await context.close();
  });

  test("a page that the session may not see says which scope opens it", async () => {
    const { key } = await keyWith(service, ["render"]);
    const { page, context } = await visitStudio(browser, service, "/studio/keys", key);
    await page.getByText("It needs a key with the scope “admin”.").waitFor();
    await context.close();
  });

  test("a link signs in once, and says afterwards that it has been used", async () => {
    const response = await service.post("/api/v1/session/links", { name: "Ada", scopes: ["render"] });
    const { url } = (await response.json()) as { url: string };
    const first = await openStudio(browser, service, url);
    await first.page.getByRole("button", { name: /Ada/ }).waitFor();
    expect(first.page.url()).not.toContain("#");
    const second = await openStudio(browser, service, url);
    await second.page.getByRole("alert").getByText("The link did not sign you in.").waitFor();
    await first.context.close();
    await second.context.close();
  });
});

describe("a session that ends in the middle of work", () => {
  test("the page asks to sign in again, and everything that was typed is still there", async () => {
    const { page, context } = await visitStudio(browser, service, "/studio/keys");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name").fill("Web shop");
    await context.clearCookies();
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
    await signIn(page, service.connection.apiKey);
    await page.getByRole("dialog", { name: "Your session has ended" }).waitFor({ state: "detached" });
    expect(await page.getByLabel("Name").inputValue()).toBe("Web shop");
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("dialog", { name: "Copy the key now" }).waitFor();
    await context.close();
  });

  test("signing out shows the page to sign in, and the cookie is gone", async () => {
    const { page, context } = await visitStudio(browser, service);
    await page.getByRole("button", { name: /First key/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in to the studio" }).waitFor();
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });
});

describe("a lost connection", () => {
  test("one line says that the connection is lost, and disappears when the service responds again", async () => {
    const { page, context } = await visitStudio(browser, service, "/studio/workspaces");
    await page.getByRole("cell", { name: /Default/ }).waitFor();
    await page.route("**/api/**", (route) => route.abort("connectionfailed"));
    await page.getByRole("link", { name: "Usage" }).click();
    const line = page.getByText("The connection to the service is lost. Trying again…");
    await line.waitFor();
    await page.unroute("**/api/**");
    await line.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Limits of the plan" }).waitFor();
    await context.close();
  });
});
