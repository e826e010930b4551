/** Visits the service's pages in a browser, and finds what is wrong with a page. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console messages and requests to other hosts. */
  readonly complaints: readonly string[];
}

/** Opens a page of the service on a phone whose owner wants no motion, so that no color is in transition. */
export async function visit(browser: Browser, address: string, wanted: string): Promise<Visit> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(new URL(address).origin) && !/^(data|blob):/.test(url)) complaints.push(url);
  });
  await page.goto(address);
  await page.locator(wanted).first().waitFor();
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  return { page, context, complaints };
}

/** Sections and schemas of the API reference that look like the first section. */
const COLORED_ALIKE = ".opblock-tag-section ~ .opblock-tag-section, span ~ span > .opblock-tag-section, section.models";

/** Resolves when the page has received the change of its media and has been drawn again. */
const NEXT_FRAME = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))";

/** The elements that reach beyond the right edge of the window, without those whose children do. */
const TOO_WIDE = `{
  const wide = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth);
  wide
    .filter((one) => !wide.some((other) => other !== one && one.contains(other)))
    .map((one) => one.tagName.toLowerCase() + [...one.classList].map((name) => "." + name).join("") + " " + one.textContent.trim().slice(0, 20));
}`;

/**
 * Returns the accessibility rules that a page breaks, in both color schemes. The page must also fit on the phone.
 *
 * @param part a selector of the part that is examined
 */
export async function faultsOf(page: Page, part = "html"): Promise<string[]> {
  const excess = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  const { violations } = await new AxeBuilder({ page }).include(part).disableRules("color-contrast").analyze();
  const faults = violations.map(({ id }) => id);
  if (excess > 0) faults.push(`${excess} px too wide, by ${(await page.evaluate<string[]>(TOO_WIDE)).join(", ")}`);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(NEXT_FRAME);
    const colors = await new AxeBuilder({ page })
      .include(part)
      .withRules("color-contrast")
      .exclude(COLORED_ALIKE)
      .analyze();
    const places = colors.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id} of ${String(target)}`),
    );
    faults.push(...places.map((place) => `${place} (${colorScheme})`));
  }
  return faults;
}
