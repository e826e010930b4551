/** The data that the editor shows a template with: generated sets, kept sets, and four at once. */
import { expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { faultsAtAllWidths, useStudio } from "./use-studio.js";

const { irs, on } = useStudio();

const exact = (page: Page): Promise<void> => page.locator('.canvas-picture > img[data-exact="true"]').waitFor();
const data = (page: Page): Locator => page.getByRole("region", { name: "Data" });
const shown = (page: Page): Locator => page.getByRole("combobox", { name: "Show with" });

/** A title that shrinks to its box, and a note from a variable that does not. */
async function createTicket(name: string): Promise<string> {
  const { id } = await irs().templates.create({
    name,
    document: {
      width: 400,
      height: 210,
      variables: [{ name: "note", type: "string", default: "Thanks", max_length: 200 }],
      layers: [
        {
          id: "title",
          name: "title",
          type: "text",
          x: 20,
          y: 20,
          width: 360,
          height: 60,
          text: name,
          font_size: 40,
          text_fit: "shrink",
        },
        {
          id: "note",
          name: "note",
          type: "text",
          x: 20,
          y: 120,
          width: 200,
          height: 30,
          text: "{{note}}",
          font_size: 24,
        },
      ],
    },
  });
  return id;
}

test("four pictures at once show what a long German text does: one text becomes smaller, and one is cut", async () => {
  const id = await createTicket("Stress");
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exact(page);
    await data(page).getByRole("button", { name: "Try four at once" }).click();
    const dialog = page.getByRole("dialog", { name: "Does everything fit?" });
    await dialog.locator(".stress-picture img").nth(3).waitFor();
    const long = dialog
      .locator(".stress-picture")
      .filter({ has: page.getByRole("heading", { name: "Long (German)" }) });
    await long.getByText(/“title” is smaller: .* in place of 40 px/).waitFor();
    await long.getByText("“note” is cut").waitFor();
    expect(await long.locator(".stress-marks rect").count()).toBe(2);
    await dialog.locator(".stress-picture").filter({ hasText: "Short" }).getByText("Everything fits.").waitFor();
    await dialog.getByRole("combobox", { name: "Other script" }).selectOption("japanese");
    await dialog.getByRole("img", { name: /Japanese/ }).waitFor();
    expect(await faultsAtAllWidths(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Show on the canvas: Long (German)" }).click();
    await page.getByRole("status").getByText("Shown with: Long (German)").waitFor();
    expect(await page.getByRole("button", { name: "Nothing to undo" }).count()).toBe(1);
    await page.getByRole("button", { name: "Show the template's own values" }).click();
    expect(await shown(page).inputValue()).toBe("");
  });
});

test("a set of values that somebody keeps is still there after a reload, and changes nothing in the template", async () => {
  const id = await createTicket("Kept");
  const before = await irs().templates.get(id);
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exact(page);
    await data(page).getByRole("button", { name: "Keep as a set" }).click();
    await data(page).getByRole("textbox", { name: "Name of the set" }).fill("Wedding");
    await data(page).getByRole("textbox", { name: "note", exact: true }).fill("A wedding");
    await page.getByRole("status").getByText("Shown with: Wedding").waitFor();
    await page.reload();
    await exact(page);
    await shown(page).selectOption({ label: "Wedding" });
    await page.getByRole("status").getByText("Shown with: Wedding").waitFor();
    expect(await data(page).getByRole("textbox", { name: "note", exact: true }).inputValue()).toBe("A wedding");
    expect(await faultsAtAllWidths(page)).toEqual([]);
    await data(page).getByRole("button", { name: "Delete this set" }).click();
    expect(await shown(page).getByRole("option").count()).toBe(6);
  });
  expect((await irs().templates.get(id)).version).toBe(before.version);
});

test("a variable that the panel adds is one that the service accepts", async () => {
  const id = await createTicket("Added");
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exact(page);
    await page.getByRole("button", { name: "Add a variable" }).click();
    await exact(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(/^Saved/).waitFor();
  });
  const { document } = await irs().templates.get(id);
  expect(document.variables).toMatchObject([{ name: "note" }, { name: "variable", type: "string", default: "Text" }]);
});

test("two braces in a text offer the variables, a chip shows the sample value, and Backspace deletes all of it", async () => {
  const id = await createTicket("Braces");
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exact(page);
    await page.getByRole("treeitem", { name: /^title,/ }).click();
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.press("Control+End");
    await text.pressSequentially(" {{ no");
    await page.getByRole("option", { name: /^note/ }).waitFor();
    await text.press("Enter");
    expect(await text.inputValue()).toBe("Braces {{ note }}");
    await page
      .getByRole("button", { name: /^Remove from the text: note/ })
      .getByText("Thanks")
      .waitFor();
    expect(await faultsAtAllWidths(page)).toEqual([]);
    await text.press("Backspace");
    expect(await text.inputValue()).toBe("Braces ");
    await page.getByRole("button", { name: /^Insert the variable: note/ }).click();
    expect(await text.inputValue()).toBe("Braces {{ note }}");
  });
});

test("a template begins with pasted HTML: problems by line, then its picture, a variable for a name, and a layer", async () => {
  let id = "";
  await on(
    "/studio/templates/new",
    async (page) => {
      await page.getByRole("button", { name: "Paste HTML" }).click();
      const html = page.getByRole("textbox", { name: "HTML", exact: true });
      await html.fill("<div>\n<b>Not closed</div>");
      await page.getByRole("alert").getByText("Line 2").waitFor();
      await html.fill('<div className="card">Text</div>');
      await page
        .getByRole("alert")
        .getByText(/This is JSX/)
        .waitFor();
      await html.fill("<h1>Hello {{ guest }}</h1>");
      await page.getByRole("img", { name: "The picture of the document" }).waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      await page.getByRole("textbox", { name: "Name" }).fill("Pasted");
      await page.getByRole("button", { name: "Create the template" }).click();
      await page.getByRole("heading", { name: "Pasted", level: 1 }).waitFor();
      id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    },
    { expected: ["422"] },
  );
  const { document } = await irs().templates.get(id);
  expect(document.layers).toMatchObject([{ type: "html", html: "<h1>Hello {{ guest }}</h1>", width: 1200 }]);
  expect(document.variables).toMatchObject([{ name: "guest", type: "string" }]);
});
