/** A running service with a browser, for tests of the studio. */
import { afterAll, beforeAll, expect } from "@jest/globals";
import { ImageRenderService } from "@image-render/client";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../../scripts/browser/launch-browser.js";
import { faultsOf } from "../../end-to-end/page-visits.js";
import type { Service } from "../../end-to-end/service.js";
import type { StackAccess } from "../../end-to-end/stack-access.js";
import { type StudioVisit, visitStudio } from "../../end-to-end/studio-visits.js";
import { useService } from "../../end-to-end/use-service.js";

/** The widths of a desk, a tablet and a phone. */
const WIDTHS_PX = [1440, 1024, 390];

interface VisitOptions {
  /** By default the first key of the service. */
  readonly apiKey?: string;
  /** Parts of the errors that the browser reports because the test provokes them, such as `422`. */
  readonly expected?: readonly string[];
}

/** The resources that the tests of a file share. */
export interface Studio {
  readonly service: Service;
  readonly stack: StackAccess;
  /** A client with the first API key. */
  readonly irs: () => ImageRenderService;
  /** Visits a page with a session of its own, and afterwards expects that it has reported no error. */
  readonly on: (
    path: string,
    use: (page: Page, visit: StudioVisit) => Promise<void>,
    options?: VisitOptions,
  ) => Promise<void>;
  /** Creates a workspace that has nothing, and returns its API key. */
  readonly emptyWorkspace: () => Promise<string>;
}

/** Starts the service and the browser before the tests of a file. Call it at the top level of the file. */
export function useStudio(): Studio {
  const { service, stack } = useService();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  return {
    service,
    stack,
    irs: () => new ImageRenderService({ baseUrl: service.connection.baseUrl, apiKey: service.connection.apiKey }),
    on: async (path, use, { apiKey, expected = [] } = {}) => {
      const visit = await visitStudio(browser, service, path, apiKey);
      await use(visit.page, visit);
      expect(visit.complaints.filter((text) => !expected.some((part) => text.includes(part)))).toEqual([]);
      await visit.context.close();
    },
    emptyWorkspace: async () => {
      const response = await service.post("/api/v1/workspaces", { name: "Empty", plan: "unlimited" });
      return ((await response.json()) as { key: string }).key;
    },
  };
}

/** Returns what is wrong with a state of a page, at each width that it has. */
export async function faultsAtAllWidths(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 });
    faults.push(...(await faultsOf(page)).map((fault) => `${width} px: ${fault}`));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  return faults;
}

/** Lets the service fail for some requests of a page. The browser reports each of them, which is expected. */
export async function failFor(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
  const body = {
    error: "Something is broken.",
    message: "Something is broken.",
    code: "INTERNAL_ERROR",
    requestId: "r-1",
  };
  await page.route(pattern, (route) => route.fulfill({ status: 500, json: body }));
  return () => page.unroute(pattern);
}

/** Simulates the return of a person to the tab of the page after some time. */
export async function returnToTab(page: Page, afterMs: number): Promise<void> {
  await page.evaluate(`{
    const now = Date.now;
    Date.now = () => now() + ${afterMs};
    document.dispatchEvent(new Event("visibilitychange"));
  }`);
}

/** Creates a template with one text, and returns its ID. */
export async function createTemplate(irs: ImageRenderService, name: string, projectId?: string): Promise<string> {
  const text = { id: "title", name: "title", type: "text", x: 20, y: 20, width: 360, height: 100, text: name } as const;
  const document = { width: 400, height: 210, layers: [text] };
  const { id } = await irs.templates.create({ name, document, ...(projectId !== undefined && { projectId }) });
  return id;
}

/** Presses Tab until an element with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const named = `{
    const element = document.activeElement;
    element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
  }`;
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate<string>(named)) === name) return;
  }
  throw new Error(`No press of Tab leads to “${name}”.`);
}

/** Holds requests of the page back until the returned function is called. */
export async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}
