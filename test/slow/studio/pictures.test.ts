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
const LOOKS = SIZES.flatMap((size) => (["light", "dark"] as const).map((colorScheme) => ({ ...size, colorScheme })));

const { service } = useService();
const receiver = new WebhookReceiver();
let browser: Browser;
let samples: Samples;
let visit: SteadyVisit;
let guest: SteadyVisit;

beforeAll(async () => {
  browser = await launchBrowser();
  await receiver.start();
  samples = await fillWorkspace(service, receiver);
  visit = await visitSteadily(browser, service);
  guest = await visitSteadily(browser, service, { isGuest: true });
});
afterAll(async () => {
  await browser.close();
  await receiver.stop();
});

test.each(SCREENS.map((screen) => [screen.name, screen] as const))(
  "the screen %s looks as expected at three widths, light and dark",
  async (name, { path, prepare, isGuest = false, answer }) => {
    const { page, settle } = isGuest ? guest : visit;
    if (answer !== undefined) {
      const { status = 200, json } = answer.response(samples);
      await page.route(answer.to, (route) => route.fulfill({ status, json }));
    }
    const problems: (string | undefined)[] = [];
    for (const { colorScheme, ...size } of LOOKS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      // A page whose address differs only in what follows the # is not loaded again.
      await page.goto("about:blank");
      await page.goto(path(samples));
      await prepare(page);
      await settle();
      const screenshot = await page.screenshot({ animations: "disabled", caret: "hide" });
      problems.push(await problemOfScreen(`${name}.${size.width}.${colorScheme}`, screenshot));
    }
    if (answer !== undefined) await page.unroute(answer.to);
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  },
);
