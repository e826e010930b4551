/** The screens of the studio that have expected pictures. */
import type { Page } from "playwright-core";
import type { Samples } from "./sample-workspace.js";
import {
  type Answer,
  ARABIC_TEMPLATES,
  BATCHES,
  BROKEN_RENDERS,
  NO_ENDPOINTS,
  NO_RENDERS,
  NO_UPLOADS,
  OPERATIONS_OF_A_DAY,
} from "./screen-answers.js";

/** A screen, and how to get there. */
export interface Screen {
  /** The name of its pictures. */
  readonly name: string;
  readonly path: (samples: Samples) => string;
  /** Whether nobody is signed in. */
  readonly isGuest?: boolean;
  /** The responses of the service to some requests, for states that the samples do not have. */
  readonly answer?: Answer;
  /** Waits until the screen has its data, and opens what belongs to it. */
  readonly prepare: (page: Page) => Promise<void>;
}

const heading = async (page: Page): Promise<void> => {
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  await page.locator(".skeleton, [aria-busy=true]").first().waitFor({ state: "detached" });
};

/** The screens with the samples of the workspace. */
export const SCREENS: readonly Screen[] = [
  { name: "sign-in", path: () => "/studio", isGuest: true, prepare: signInPage },
  { name: "sign-in-link", path: () => `/studio#${"x".repeat(43)}`, isGuest: true, prepare: alert },
  // By name, because the starters of a deployment have the same time.
  { name: "templates", path: () => "/studio/templates?sort=name", prepare: heading },
  { name: "templates-none", path: () => "/studio/templates?q=nothing+like+it", prepare: heading },
  { name: "templates-arabic", path: () => "/studio/templates", prepare: heading, answer: ARABIC_TEMPLATES },
  { name: "template-menu", path: () => "/studio/templates?q=invitation", prepare: openMenu },
  { name: "template-new", path: () => "/studio/templates/new", prepare: heading },
  { name: "template-html", path: () => "/studio/templates/new", prepare: pasteHtml },
  { name: "template-review", path: () => "/studio/templates/new", prepare: reviewDocument },
  { name: "try-it", path: ({ invitation }) => `/studio/templates/${invitation}`, prepare: heading },
  { name: "versions", path: ({ invitation }) => `/studio/templates/${invitation}/versions`, prepare: heading },
  { name: "versions-json", path: ({ invitation }) => `/studio/templates/${invitation}/versions`, prepare: openDiff },
  { name: "templates-deleted", path: () => "/studio/templates?deleted=true", prepare: heading },
  { name: "editor", path: ({ invitation }) => `/studio/templates/${invitation}/edit`, prepare: exactPicture },
  { name: "editor-layer", path: ({ invitation }) => `/studio/templates/${invitation}/edit`, prepare: selectLayer },
  { name: "editor-json", path: ({ invitation }) => `/studio/templates/${invitation}/edit`, prepare: openJson },
  { name: "editor-stress", path: ({ invitation }) => `/studio/templates/${invitation}/edit`, prepare: tryFour },
  { name: "batches", path: () => "/studio/batches", prepare: heading, answer: BATCHES },
  { name: "batches-none", path: () => "/studio/batches", prepare: heading },
  { name: "batch-new", path: ({ invitation }) => `/studio/batches/new?template=${invitation}`, prepare: heading },
  { name: "renders", path: () => "/studio/renders", prepare: heading },
  { name: "renders-none", path: () => "/studio/renders", prepare: heading, answer: NO_RENDERS },
  { name: "renders-error", path: () => "/studio/renders", prepare: alert, answer: BROKEN_RENDERS },
  { name: "render", path: ({ done }) => `/studio/renders/${done}`, prepare: heading },
  { name: "render-failed", path: ({ failed }) => `/studio/renders/${failed}`, prepare: heading },
  { name: "render-missing", path: () => "/studio/renders/0190c0de-0000-7000-8000-00000000000f", prepare: heading },
  { name: "webhooks", path: () => "/studio/webhooks", prepare: heading },
  { name: "webhooks-none", path: () => "/studio/webhooks", prepare: heading, answer: NO_ENDPOINTS },
  { name: "deliveries", path: () => "/studio/webhooks/deliveries", prepare: heading },
  { name: "uploads", path: () => "/studio/uploads", prepare: heading },
  { name: "uploads-none", path: () => "/studio/uploads", prepare: heading, answer: NO_UPLOADS },
  { name: "fonts", path: () => "/studio/fonts?q=serif", prepare: heading },
  { name: "usage", path: () => "/studio/usage", prepare: heading },
  { name: "keys", path: () => "/studio/keys", prepare: heading },
  { name: "key-new", path: () => "/studio/keys", prepare: (page) => pressAndWait(page, "n", "New API key") },
  { name: "workspaces", path: () => "/studio/workspaces", prepare: heading },
  { name: "operations", path: () => "/studio/operations", prepare: heading, answer: OPERATIONS_OF_A_DAY },
  { name: "palette", path: () => "/studio/keys", prepare: (page) => pressAndWait(page, "Control+k", "Find anything") },
  { name: "shortcuts", path: () => "/studio/keys", prepare: (page) => pressAndWait(page, "?", "Keyboard shortcuts") },
];

async function signInPage(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Sign in to the studio" }).waitFor();
}

async function alert(page: Page): Promise<void> {
  await page.getByRole("alert").first().waitFor();
}

async function exactPicture(page: Page): Promise<void> {
  await page.locator('.canvas-picture > img[data-exact="true"]').waitFor();
  await page.locator('[role=tree][data-drawing="true"]').waitFor({ state: "detached" });
}

async function selectLayer(page: Page): Promise<void> {
  await exactPicture(page);
  // On a phone, the list of layers is a sheet.
  const open = page.getByRole("button", { name: "Layers", exact: true });
  if (await open.isVisible()) await open.click();
  await page.getByRole("treeitem").first().click();
  await exactPicture(page);
}

async function openJson(page: Page): Promise<void> {
  await exactPicture(page);
  await page.getByRole("button", { name: "Show the JSON" }).click();
  await page.locator(".cm-content").waitFor();
  await page.getByText("The canvas shows this JSON.").waitFor();
  await exactPicture(page);
}

async function tryFour(page: Page): Promise<void> {
  await exactPicture(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("Try four at once");
  await page.keyboard.press("Enter");
  const pictures = page.getByRole("dialog", { name: "Does everything fit?" }).getByRole("img");
  await pictures.nth(3).waitFor();
}

async function pasteHtml(page: Page): Promise<void> {
  await heading(page);
  await page.getByRole("button", { name: "Paste HTML" }).click();
  const html =
    '<div style="display: flex; padding: 80px; color: #1e1b4b; font-size: 72px">\n  <b>Hello {{ guest }}</b>\n</div>\n';
  await page.getByRole("textbox", { name: "HTML", exact: true }).fill(html);
  await page.getByRole("main").getByRole("img").first().waitFor();
}

async function openMenu(page: Page): Promise<void> {
  await heading(page);
  await page.getByRole("button", { name: "Actions for Invitation" }).click();
  // The card below the pointer would have another border.
  await page.mouse.move(0, 0);
}

async function openDiff(page: Page): Promise<void> {
  await heading(page);
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByLabel("Changes of the document").waitFor();
}

async function reviewDocument(page: Page): Promise<void> {
  const text =
    '{\n  "width": 600,\n  "height": 315,\n  "layers": [\n    { "id": "title", "type": "text", "colour": "#fff" }\n  ]\n}\n';
  const file = { name: "banner.json", mimeType: "application/json", buffer: Buffer.from(text) };
  await page.getByLabel("Choose a file").setInputFiles(file);
  await page.getByRole("alert").waitFor();
}

async function pressAndWait(page: Page, key: string, dialog: string): Promise<void> {
  await heading(page);
  await page.keyboard.press(key);
  await page.getByRole("dialog", { name: dialog }).waitFor();
}
