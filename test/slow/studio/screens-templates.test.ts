/** The pages of templates: gallery, versions, and the ways to begin one. */
import { describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { until } from "../../end-to-end/service.js";
import { createInvitation } from "./sample-workspace.js";
import { createTemplate, failFor, faultsAtAllWidths, hold, returnToTab, tabTo, useStudio } from "./use-studio.js";

const { irs, on, emptyWorkspace } = useStudio();

const LONG_TITLE = "A title that is as long as the service allows ".repeat(5).slice(0, 200);
const ARABIC_TITLE = "بطاقة دعوة إلى أمسية الصور";

const cards = (page: Page) => page.getByRole("list", { name: "Templates" }).getByRole("listitem");

/** Chooses an action of the card of a template. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

describe("the gallery", () => {
  test("the search, the project and the order are in the address, and each of them changes the list", async () => {
    const { id } = await irs().projects.create({ name: "Autumn" });
    for (const name of ["Leaf B", "Leaf A"]) await createTemplate(irs(), name, id);
    await on("/studio/templates", async (page) => {
      await page.getByLabel("Search by name").fill("ticket");
      await expectNames(page, ["Event ticket"]);
      expect(new URL(page.url()).search).toBe("?q=ticket");
      await page.getByLabel("Search by name").fill("");
      await page.getByLabel("Project").selectOption("Autumn");
      await expectNames(page, ["Leaf A", "Leaf B"]);
      await page.getByLabel("Order").selectOption("Newest");
      await page.getByLabel("Order").selectOption("Name");
      await page.reload();
      await expectNames(page, ["Leaf A", "Leaf B"]);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ project: id, sort: "name" });
    });
  });

  test("a template is renamed with the keyboard alone, and the message takes the name back", async () => {
    await createTemplate(irs(), "Old name");
    await on("/studio/templates", async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("Old name");
      await expectNames(page, ["Old name"]);
      await tabTo(page, "Actions for Old name");
      await page.keyboard.press("Enter");
      const rename = page.getByRole("menuitem", { name: "Rename…" }).and(page.locator(":focus"));
      for (let presses = 0; presses < 8 && (await rename.count()) === 0; presses++) {
        await page.keyboard.press("ArrowDown");
      }
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Rename the template" }).waitFor();
      await page.keyboard.type("Old name, but better");
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: "Old name, but better" }).waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("link", { name: "Old name", exact: true }).waitFor();
    });
  });

  test("a duplicate has a name of its own and the same picture", async () => {
    const id = await createTemplate(irs(), "Original");
    await on("/studio/templates?q=Original", async (page) => {
      await choose(page, "Original", "Duplicate");
      await page.getByText("“Original copy” is created").waitFor();
      await expectNames(page, ["Original copy", "Original"]);
    });
    const { templates } = await irs().templates.list({ q: "Original copy" }).page();
    const [original, copy] = await Promise.all([id, templates[0]?.id ?? ""].map((one) => irs().templates.preview(one)));
    expect(Buffer.from(copy ?? []).equals(Buffer.from(original ?? []))).toBe(true);
  });

  test("arrow keys move through the cards, and Enter opens one", async () => {
    await on("/studio/templates?sort=name&q=e", async (page) => {
      const links = cards(page).getByRole("link");
      await links.nth(1).waitFor();
      await links.first().focus();
      await page.keyboard.press("ArrowRight");
      const name = await links.nth(1).textContent();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: name ?? "" }).waitFor();
    });
  });

  test("titles of 200 characters and titles in Arabic fit their cards at every width", async () => {
    for (const name of [LONG_TITLE, ARABIC_TITLE]) await createTemplate(irs(), name);
    await on("/studio/templates", async (page) => {
      await cards(page).filter({ hasText: ARABIC_TITLE }).waitFor();
      expect(
        await page.evaluate(
          `getComputedStyle(document.querySelector('[title="${ARABIC_TITLE}"] .template-name')).direction`,
        ),
      ).toBe("rtl");
      expect(await faultsAtAllWidths(page)).toEqual([]);
    });
  });

  test("a tab that becomes visible again shows what another tab has created", async () => {
    await on("/studio/templates?q=Second+tab", async (page) => {
      await page.getByText("No template’s name contains “Second tab”").waitFor();
      await createTemplate(irs(), "Second tab");
      await returnToTab(page, 10_000);
      await expectNames(page, ["Second tab"]);
    });
  });

  test("the gallery says how to begin if it is empty, and how to try again if it cannot be loaded", async () => {
    const key = await emptyWorkspace();
    await on(
      "/studio/usage",
      async (page) => {
        const release = await hold(page, /\/api\/v1\/templates\?/);
        await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Templates" }).click();
        await page.locator(".template-grid[aria-busy=true]").waitFor();
        expect(await faultsAtAllWidths(page)).toEqual([]);
        release();
        await page.getByText("No templates yet").waitFor();
        expect(await faultsAtAllWidths(page)).toEqual([]);
        const mend = await failFor(page, /\/api\/v1\/templates\?/);
        await page.reload();
        await page.getByRole("alert").getByText("The templates could not be loaded.").waitFor();
        expect(await faultsAtAllWidths(page)).toEqual([]);
        await mend();
        await page.getByRole("button", { name: "Try again" }).click();
        await page.getByText("No templates yet").waitFor();
      },
      { apiKey: key, expected: ["500"] },
    );
  });
});

describe("the versions of a template", () => {
  test("two versions are compared side by side, in one place, and as the changes of the document", async () => {
    const id = await createInvitation(irs(), "Compared");
    await on(`/studio/templates/${id}/versions`, async (page) => {
      await page.getByRole("button", { name: "Version 1 compare with the latest" }).click();
      await page.getByRole("img", { name: "The picture of version 1" }).waitFor();
      await page.getByRole("img", { name: "The picture of version 3" }).waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      await page.getByRole("tab", { name: "Side by side" }).focus();
      await page.keyboard.press("ArrowRight");
      await page.getByRole("img", { name: "The picture of version 3" }).waitFor();
      await page.getByRole("button", { name: "Hold to see the other version" }).focus();
      await page.keyboard.down(" ");
      await page.getByRole("img", { name: "The picture of version 1" }).waitFor();
      await page.keyboard.up(" ");
      await page.getByRole("img", { name: "The picture of version 3" }).waitFor();
      await page.getByRole("tab", { name: "JSON" }).click();
      const changes = page.getByLabel("Changes of the document");
      await changes.waitFor();
      const changed = (await changes.locator("code.added, code.removed").allTextContents()).map((line) => line.trim());
      expect(changed).toEqual(['removed −   "height": 628,', 'added +   "height": 640,']);
      expect(await faultsAtAllWidths(page)).toEqual([]);
    });
  });

  test("an old version becomes the latest only after the reader has seen what was saved meanwhile", async () => {
    const id = await createInvitation(irs(), "Restored");
    await on(
      `/studio/templates/${id}/versions`,
      async (page) => {
        await page.getByRole("button", { name: "Version 1 compare with the latest" }).click();
        const { document } = await irs().templates.get(id);
        await irs().templates.update(id, { document: { ...document, height: 700 } });
        await page.getByRole("button", { name: "Make version 1 the latest" }).click();
        await page.getByRole("alert").getByText("Somebody has saved another version meanwhile.").waitFor();
        await page.getByRole("button", { name: "Try again" }).click();
        await page.getByText("Version 4", { exact: false }).first().waitFor();
        await page.getByRole("button", { name: "Version 1 compare with the latest" }).click();
        await page.getByRole("button", { name: "Make version 1 the latest" }).click();
        await page.getByText("Version 1 is the latest again, as a new version.").waitFor();
        const latest = await irs().templates.get(id);
        expect([latest.version, latest.document.height]).toEqual([5, 628]);
      },
      { expected: ["412"] },
    );
  });
});

describe("a new template", () => {
  const file = (text: string) => ({ name: "banner.json", mimeType: "application/json", buffer: Buffer.from(text) });

  test("a JSON file shows its problems by line until they are fixed, and then its picture", async () => {
    const layer =
      '{ "id": "title", "type": "text", "x": 9, "y": 9, "width": 90, "height": 30, "text": "Hi", "colour": "#fff" }';
    const text = `{\n  "width": 120,\n  "height": 63,\n  "layers": [\n    ${layer}\n  ]\n}\n`;
    await on(
      "/studio/templates/new",
      async (page) => {
        await page.getByLabel("Choose a file").setInputFiles(file(text));
        await page.getByRole("alert").getByText("Line 5").waitFor();
        await page.getByRole("alert").getByText('There is no attribute "colour" here. Did you mean "color"?').waitFor();
        expect(await page.getByRole("button", { name: "Create the template" }).isDisabled()).toBe(true);
        expect(await faultsAtAllWidths(page)).toEqual([]);
        await page.getByLabel("Document").fill(text.replace("120,", "120"));
        await page.getByText("The file is not JSON. The first mistake is in line 3.").waitFor();
        await page.getByLabel("Document").fill(text.replace("colour", "color"));
        await page.getByRole("img", { name: "The picture of the document" }).waitFor();
        await page.getByRole("button", { name: "Create the template" }).click();
        await page.getByRole("heading", { level: 1, name: "banner" }).waitFor();
      },
      { expected: ["422"] },
    );
  });

  test("a copy of a template of the workspace begins with version 1", async () => {
    await on("/studio/templates/new", async (page) => {
      await page.getByRole("button", { name: "Copy “Event ticket”", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "Event ticket copy" }).waitFor();
    });
  });

  test("an empty template has the chosen size, and a size that is too large is refused at its field", async () => {
    await on("/studio/templates/new", async (page) => {
      expect(await faultsAtAllWidths(page)).toEqual([]);
      await page.getByLabel("Width").fill("9000");
      await page.getByLabel("Height").fill("300");
      await page.getByText("Each side has 1 to 8192 pixels.").waitFor();
      await page.getByLabel("Width").fill("900");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Untitled" }).waitFor();
      await page.getByText("This template shows the same picture for every request").waitFor();
      const [, id = ""] = /templates\/([\w-]+)$/.exec(page.url()) ?? [];
      const { document } = await irs().templates.get(id);
      expect([document.width, document.height]).toEqual([900, 300]);
    });
  });
});

/** Waits until the gallery lists exactly these templates. */
async function expectNames(page: Page, names: readonly string[]): Promise<void> {
  const isShown = async (): Promise<true | undefined> => {
    const shown = await page.locator(".template-name").allTextContents();
    return JSON.stringify(shown) === JSON.stringify(names) ? true : undefined;
  };
  await until(`the gallery lists ${names.join()}`, isShown, 30_000);
}
