/** Opens the studio of a running service in a browser. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Service } from "./service.js";

/** A page of the studio, in a browser of its own that knows no other session. */
export interface StudioVisit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page, and requests to other hosts. */
  readonly complaints: readonly string[];
}

/** The status of a page that is not signed in yet is not an error of the page. */
const EXPECTED = /Failed to load resource: the server responded with a status of 401/;

/** Opens a page of the studio without a session, with reduced motion. */
export async function openStudio(browser: Browser, service: Service, path = "/studio"): Promise<StudioVisit> {
  const { baseUrl } = service.connection;
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    colorScheme: "light",
    locale: "en-US",
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseUrl });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !EXPECTED.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    // Uploads go to the bucket of the stack, which has an address of its own.
    const isUpload = request.method() === "PUT" && new URL(url).pathname.includes("/incoming/");
    if (!url.startsWith(baseUrl) && !/^(data|blob):/.test(url) && !isUpload) complaints.push(url);
  });
  await page.goto(path);
  return { page, context, complaints };
}

/** Types a key into the page or the dialog that asks for one. */
export async function signIn(page: Page, apiKey: string): Promise<void> {
  await page.getByLabel("API key", { exact: true }).fill(apiKey);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Opens a page of the studio, signed in with a key. By default it is the first key of the service. */
export async function visitStudio(
  browser: Browser,
  service: Service,
  path = "/studio",
  apiKey = service.connection.apiKey,
): Promise<StudioVisit> {
  const visit = await openStudio(browser, service, path);
  await signIn(visit.page, apiKey);
  await visit.page.getByRole("heading", { name: "Sign in to the studio" }).waitFor({ state: "detached" });
  await visit.page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  return visit;
}

/** Creates a key of the workspace with some scopes. */
export async function keyWith(service: Service, scopes: readonly string[]): Promise<{ id: string; key: string }> {
  const response = await service.post("/api/v1/keys", { name: `Key for ${scopes.join(" and ")}`, scopes });
  return (await response.json()) as { id: string; key: string };
}
