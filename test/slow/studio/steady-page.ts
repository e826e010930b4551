/** Opens pages of the studio that look the same in every run: with fixed times, and with the same IDs and addresses. */
import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import type { Service } from "../../end-to-end/service.js";
import { openStudio, visitStudio } from "../../end-to-end/studio-visits.js";

/** The time in the browser. All times of the service are some minutes before it. */
const NOW = new Date("2026-05-20T10:00:00Z");
const MINUTE_MS = 60_000;

/** Durations that the service measured, by the ends of their names. */
const DURATIONS_MS: Readonly<Record<string, number>> = {
  queuedMs: 12,
  loadMs: 21,
  drawMs: 118,
  storeMs: 33,
  renderMs: 139,
};
const OTHER_DURATION_MS = 84;

/** The days of the usage, which a real month has only after some time. */
const DAYS = [3, 4, 5, 11, 12, 13, 14, 18, 19, 20].map((day) => ({
  date: `2026-05-${String(day).padStart(2, "0")}`,
  spent: (day * 37) % 61,
  refunded: day % 5 === 4 ? 3 : 0,
}));

/**
 * Replaces what differs between two runs in the texts of the page: IDs, keys, signatures and the address of the service.
 * All of it is shown in a font whose letters have the same width, or in fields of a fixed width.
 */
const REPLACE_IN_PAGE = `{
  const replaced = (text) => text
    .replace(/(http:\\/\\/)?127\\.0\\.0\\.1:\\d+/g, "https://images.example.com")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "0190c0de-0000-7000-8000-000000000001")
    .replace(/\\b(irs|whsec)_[\\w+\\/=-]{8,}/g, "$1_0000000000")
    .replace(/sig=[\\w.-]+/g, "sig=k1.png.0000000000");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    let text = replaced(node.data);
    if (node.parentElement.closest(".mono") && /^[\\w-]{8}$/.test(text.trim())) text = "0190c0de";
    if (text !== node.data) node.data = text;
  }
  for (const field of document.querySelectorAll("input, textarea")) {
    const text = replaced(field.value);
    if (text !== field.value) field.value = text;
  }
}`;

/** A signed-in browser whose pages are steady. */
export interface SteadyVisit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Replaces what differs between runs. Call it right before looking at the page. */
  readonly settle: () => Promise<void>;
}

/** Opens a browser, signed in or not, and makes all later pages steady. */
export async function visitSteadily(
  browser: Browser,
  service: Service,
  { isGuest = false } = {},
): Promise<SteadyVisit> {
  const open = isGuest ? openStudio : visitStudio;
  const { page, context } = await open(browser, service, "/studio/templates");
  await page.clock.setFixedTime(NOW);
  await context.route(/\/api\/v1\/(?!.*\/events)/, answerSteadily);
  const settle = async (): Promise<void> => {
    await page.waitForLoadState("networkidle");
    await page.getByRole("progressbar").first().waitFor({ state: "detached" });
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    await page.evaluate(REPLACE_IN_PAGE);
  };
  return { page, context, settle };
}

/** Sends a request on, and replaces the times in its response. */
async function answerSteadily(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  // The service knows only its own month.
  url.searchParams.delete("month");
  const response = await route.fetch({ url: url.href });
  if (!(response.headers()["content-type"] ?? "").includes("json")) {
    await route.fulfill({ response });
    return;
  }
  const body: unknown = await response.json();
  await route.fulfill({ response, json: steady(body, 0) });
}

/** @param index the place in the nearest list, which is ordered from new to old */
function steady(value: unknown, index: number, key = ""): unknown {
  if (Array.isArray(value)) return key === "days" ? DAYS : value.map((item, place) => steady(item, place));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, steady(part, index, name)]));
  }
  if (key === "month") return "2026-05";
  if (typeof value === "number" && /Ms$/.test(key)) return DURATIONS_MS[key] ?? OTHER_DURATION_MS;
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return timeOf(key, index).toISOString();
  return value;
}

function timeOf(key: string, index: number): Date {
  if (/expires|until|next/i.test(key)) return new Date(NOW.getTime() + 24 * 60 * MINUTE_MS);
  const createdAtMs = NOW.getTime() - (4 + 9 * index) * MINUTE_MS;
  return new Date(/finished|ended/i.test(key) ? createdAtMs + 214 : createdAtMs);
}
