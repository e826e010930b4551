/** The screens that the documentation shows. Add a line for a new one. */
import type { Page } from "playwright-core";
import type { SeededRenders } from "./seed-renders.js";

/** The data of the service that the screens need. */
export interface Seeded extends SeededRenders {
  readonly templates: ReadonlyMap<string, string>;
}

/** A screen, and how to bring it into the state of its picture. */
export interface Screen {
  /** The name of the files: `docs/images/studio-<name>.webp` and `docs/images/studio-<name>.dark.webp`. */
  readonly name: string;
  readonly path: (seeded: Seeded) => string;
  /** Does what a person does before the picture is taken, and waits until everything is there. */
  readonly prepare: (page: Page) => Promise<void>;
}

export const SCREENS: readonly Screen[] = [
  {
    name: "templates",
    path: () => "/studio/templates",
    prepare: (page) =>
      page
        .getByRole("link", { name: /Article card/ })
        .first()
        .waitFor(),
  },
  {
    name: "try-it",
    path: ({ templates }) => `/studio/templates/${templates.get("Ticket for the spring concert") ?? ""}`,
    async prepare(page) {
      await page.getByRole("img", { name: "A preview of Ticket for the spring concert" }).waitFor();
      await page
        .getByRole("group", { name: /^guest/ })
        .getByLabel("Text", { exact: true })
        .fill("Grace Hopper");
      await page.evaluate("document.activeElement.blur(), scrollTo(0, 0)");
    },
  },
  {
    name: "editor",
    path: ({ templates }) => `/studio/templates/${templates.get("Ticket for the spring concert") ?? ""}/edit`,
    async prepare(page) {
      const exact = page.locator('.canvas-picture > img[data-exact="true"]');
      await exact.waitFor();
      await page.getByRole("treeitem", { name: /^guest,/ }).click();
      await exact.waitFor();
    },
  },
  {
    name: "render",
    path: ({ done }) => `/studio/renders/${done}`,
    prepare: (page) =>
      page
        .getByText(/^Done in/)
        .first()
        .waitFor(),
  },
  {
    name: "webhook",
    path: ({ refused }) => `/studio/renders/${refused}`,
    prepare: (page) => page.getByText("does not exist").first().waitFor(),
  },
  {
    name: "usage",
    path: () => "/studio/usage",
    prepare: (page) => page.getByRole("heading", { name: "By day" }).waitFor(),
  },
];
