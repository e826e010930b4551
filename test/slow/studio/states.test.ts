/** States of the studio that are rarely seen: nothing to show, nothing allowed, nothing that responds. None has a fault. */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../../scripts/browser/launch-browser.js";
import { keyWith, openStudio, signIn } from "../../end-to-end/studio-visits.js";
import { failFor, faultsAtAllWidths, hold, useStudio } from "./use-studio.js";

const { service, on, emptyWorkspace } = useStudio();
const UNKNOWN = "0190c0de-0000-7000-8000-00000000000f";
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Opens a page without a session. */
async function asGuest(path: string, use: (page: Page) => Promise<void>): Promise<void> {
  const { page, context } = await openStudio(browser, service, path);
  await use(page);
  await context.close();
}

const alertOf = (page: Page) => page.getByRole("alert").first();

describe("a person who is not signed in", () => {
  test("sees a sign-in page without faults, even after a wrong key", async () => {
    await asGuest("/studio", async (page) => {
      await page.getByRole("heading", { name: "Sign in to the studio" }).waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      await signIn(page, "irs_wrong");
      await alertOf(page).getByText("The service does not know this key.").waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
    });
  });

  test("sees a page without faults after a used link did not sign in", async () => {
    await asGuest(`/studio#${"x".repeat(43)}`, async (page) => {
      await alertOf(page).getByText("The link did not sign you in.").waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
    });
  });

  test("sees a page without faults while the service does not respond, and signs in when it does", async () => {
    await asGuest("/studio", async (page) => {
      const mend = await failFor(page, /\/api\/v1\/session$/);
      await page.reload();
      await alertOf(page).getByText("The service did not say who is signed in").waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      await mend();
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("heading", { name: "Sign in to the studio" }).waitFor();
    });
  });
});

describe("a person who is signed in", () => {
  test("sees a dialog without faults that asks to sign in again when the session has ended", async () => {
    await on("/studio/keys", async (page, { context }) => {
      await context.clearCookies();
      await page.getByRole("link", { name: "Usage" }).click();
      await page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
    });
  });

  test("sees a dialog without faults that asks whether to follow a link", async () => {
    await on("/studio/keys", async (page) => {
      await page.goto(`/studio/fonts#${"x".repeat(43)}`);
      await page.getByRole("dialog", { name: "Follow the link?" }).waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
    });
  });

  test("sees pages without faults if a scope is missing and if a page does not exist", async () => {
    const { key } = await keyWith(service, ["render"]);
    const use = async (page: Page): Promise<void> => {
      await page.getByText("It needs a key with the scope “admin”.").waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      await page.goto("/studio/nothing");
      await page.getByRole("heading", { level: 1, name: "There is no such page" }).waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
    };
    await on("/studio/keys", use, { apiKey: key });
  });

  test("sees pages without faults while the connection is lost", async () => {
    const use = async (page: Page): Promise<void> => {
      await page.route("**/api/**", (route) => route.abort("connectionfailed"));
      await page.getByRole("link", { name: "Usage" }).click();
      await page.getByText("The connection to the service is lost. Trying again…").waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
    };
    await on("/studio/workspaces", use, { expected: ["ERR_CONNECTION_FAILED"] });
  });

  test.each([
    [`/studio/templates/${UNKNOWN}`, "The template could not be loaded."],
    [`/studio/templates/${UNKNOWN}/edit`, "could not be loaded"],
    [`/studio/templates/${UNKNOWN}/versions`, "could not be loaded"],
    [`/studio/batches/${UNKNOWN}`, "There is no such batch"],
    [`/studio/webhooks/events/${UNKNOWN}~done`, "There is no such event"],
  ])("sees a page without faults if there is nothing at %s", async (path, text) => {
    const use = async (page: Page): Promise<void> => {
      await page.getByText(text).first().waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
    };
    await on(path, use, { expected: ["404"] });
  });
});

/** Pages with a list, what the list is read from, and what the page says if it has no entry. */
const LISTS = [
  ["/studio/batches", /\/api\/v1\/renders\/batches(\?|$)/, "Many pictures at once"],
  ["/studio/webhooks", /\/api\/v1\/webhooks\/endpoints$/, "No endpoints yet"],
  ["/studio/webhooks/deliveries", /\/api\/v1\/webhooks\/deliveries/, "No deliveries yet"],
  ["/studio/uploads", /\/api\/v1\/uploads/, "There is no upload"],
  ["/studio/usage", /\/api\/v1\/usage/, "Limits of the plan"],
  ["/studio/keys", /\/api\/v1\/keys/, "First key"],
] as const;

describe.each(LISTS)("%s", (path, pattern, empty) => {
  test("has no faults while it is loading, when it is empty, and when it cannot be loaded", async () => {
    const apiKey = await emptyWorkspace();
    const use = async (page: Page): Promise<void> => {
      await page.getByText(empty).first().waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      const release = await hold(page, pattern);
      await page.reload();
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      release();
      await page.getByText(empty).first().waitFor();
      await page.unroute(pattern);
      const mend = await failFor(page, pattern);
      await page.reload();
      await alertOf(page).waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      await mend();
      await page.getByRole("button", { name: "Try again" }).first().click();
      await page.getByText(empty).first().waitFor();
    };
    await on(path, use, { apiKey, expected: ["500"] });
  });
});
