/** Opens the editor of the studio in a browser, in a window of desktop size. */
import type { Page } from "playwright-core";
import { launchBrowser } from "../../scripts/browser/launch-browser.js";
import type { LocalService } from "../local-service.js";

export interface OpenEditor {
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/** Signs in, and waits for the exact picture of a template. */
export async function openEditor({ baseUrl, apiKey }: LocalService, template: string): Promise<OpenEditor> {
  const browser = await launchBrowser();
  const page = await browser.newPage({ baseURL: baseUrl, viewport: { width: 1440, height: 900 }, locale: "en-US" });
  await page.goto(`/studio/templates/${template}/edit`);
  await page.getByLabel("API key", { exact: true }).fill(apiKey);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator('.canvas-picture > img[data-exact="true"]').waitFor();
  return { page, close: () => browser.close() };
}
