/** Compares every screen with its expected pictures at three widths, light and dark. `npm run studio:pictures` renews them. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../../scripts/browser/launch-browser.js";
import { useService } from "../../end-to-end/use-service.js";
import { WebhookReceiver } from "../../support/webhook-receiver.js";
import { problemOfScreen } from "./compare-screen.js";
import { fillWorkspace, type Samples } from "./sample-workspace.js";
import { type SteadyVisit, visitSteadily } from "./steady-page.js";
import { SCREENS } from "./studio-screens.js";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;

const { service } = useService();
const receiver = new WebhookReceiver();
let browser: Browser;
let samples: Samples;
let visit: SteadyVisit;

beforeAll(async () => {
  browser = await launchBrowser();
  await receiver.start();
  samples = await fillWorkspace(service, receiver);
  visit = await visitSteadily(browser, service);
});
afterAll(async () => {
  await browser.close();
  await receiver.stop();
});

test.each(SCREENS.map((screen) => [screen.name, screen] as const))(
  "the screen %s looks as expected at three widths, light and dark",
  async (name, { path, prepare }) => {
    const { page, settle } = visit;
    const problems: (string | undefined)[] = [];
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.goto(path(samples));
      await prepare(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await settle();
        const screenshot = await page.screenshot({ animations: "disabled", caret: "hide" });
        problems.push(await problemOfScreen(`${name}.${size.width}.${colorScheme}`, screenshot));
      }
      await page.emulateMedia({ colorScheme: "light" });
    }
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  },
);
