/** The page that tries a template: its form, its picture, the request as code, signed URLs and renders. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { until } from "../../end-to-end/service.js";
import { signIn } from "../../end-to-end/studio-visits.js";
import { createInvitation } from "./sample-workspace.js";
import { failFor, faultsAtAllWidths, hold, tabTo, useStudio } from "./use-studio.js";

const { service, irs, on } = useStudio();
let path: string;

beforeAll(async () => {
  path = `/studio/templates/${await createInvitation(irs(), "Invitation")}`;
});

const picture = (page: Page) => page.getByRole("img", { name: "A preview of Invitation" });
const field = (page: Page, name: string) => page.getByRole("main").getByLabel(name, { exact: true });

/** Does something, and waits until the picture has changed by it. */
async function changePicture(page: Page, change: () => Promise<unknown>): Promise<void> {
  await picture(page).waitFor();
  await page.locator("figure[aria-busy=false]").waitFor();
  const before = await picture(page).getAttribute("src");
  await change();
  await page.locator(`.preview-pane img:not([src="${before ?? ""}"])`).waitFor();
}

/** Returns the body of the request in the cURL command of the page. */
async function requestOf(page: Page): Promise<{ readonly layers?: unknown; readonly variables?: unknown }> {
  const [, body = ""] = /-d '(\{.*\})' > job\.json/s.exec(await codeOf(page)) ?? [];
  return JSON.parse(body) as { variables?: unknown };
}

async function codeOf(page: Page): Promise<string> {
  return (await page.getByRole("group", { name: "The request in cURL" }).locator("code").textContent()) ?? "";
}

describe("the form", () => {
  test("a change of each type of variable changes the picture and the request", async () => {
    await on(path, async (page) => {
      expect(await requestOf(page)).toMatchObject({ variables: { title: "An evening of pictures" } });
      const changes: readonly (readonly [string, () => Promise<unknown>, unknown])[] = [
        ["title", () => field(page, "title").fill("A garden party"), "A garden party"],
        ["accent", () => field(page, "accent").fill("#ff0000"), "#ff0000"],
        ["day", () => field(page, "day").fill("2026-07-01"), "2026-07-01"],
        ["room", () => field(page, "room").selectOption("Garden"), "Garden"],
        ["seats", () => field(page, "seats").fill("30"), 30],
        ["sold_out", () => field(page, "sold_out").check(), true],
      ];
      for (const [name, change, value] of changes) {
        await changePicture(page, change);
        expect(await requestOf(page)).toMatchObject({ variables: { [name]: value } });
      }
      await page.getByRole("button", { name: "Back to the default: accent" }).click();
      expect((await requestOf(page)).variables).not.toHaveProperty("accent");
      await page.reload();
      expect(await field(page, "title").inputValue()).toBe("A garden party");
      expect(await faultsAtAllWidths(page)).toEqual([]);
    });
  });

  test("rows of a list are added, moved and removed, up to the limit of the template", async () => {
    await on(
      path,
      async (page) => {
        const names = async (): Promise<unknown> =>
          ((await requestOf(page)).variables as { speakers?: { name: string }[] }).speakers?.map(({ name }) => name);
        await page.getByRole("button", { name: "Add a row" }).click();
        await page.getByRole("group", { name: "Row 3" }).getByLabel("name").fill("Mary Shelley");
        expect(await page.getByRole("button", { name: "Add a row" }).isDisabled()).toBe(true);
        await page.getByRole("button", { name: "Move row 3 up" }).click();
        expect(await names()).toEqual(["Ada Lovelace", "Mary Shelley", "Grace Hopper"]);
        await page.getByRole("button", { name: "Remove row 1" }).click();
        expect(await names()).toEqual(["Mary Shelley", "Grace Hopper"]);
        await page.getByRole("group", { name: "Row 1" }).getByLabel("minutes").fill("2");
        await page.getByRole("group", { name: "Row 1" }).getByRole("alert").getByText("at least 5").waitFor();
      },
      { expected: ["422"] },
    );
  });

  test("a file becomes an upload that the picture shows, and an address can be typed in its place", async () => {
    await on(path, async (page) => {
      const photo = field(page, "photo");
      await changePicture(page, () =>
        page.getByLabel("Upload: photo").setInputFiles("examples/features/uploads/expected.png"),
      );
      expect(await photo.inputValue()).toMatch(/^\/api\/v1\/uploads\/[\w-]+\/file$/);
      await changePicture(page, () => photo.fill("https://images.invalid/portrait.png"));
      expect(await requestOf(page)).toMatchObject({ variables: { photo: "https://images.invalid/portrait.png" } });
      await page.getByText("1 warning").waitFor();
      await page
        .getByRole("group", { name: "portrait image" })
        .getByText(/images\.invalid does not exist/)
        .waitFor();
    });
  });

  test("a value that the service refuses is explained at its field, and the last picture stays", async () => {
    await on(
      path,
      async (page) => {
        await picture(page).waitFor();
        await field(page, "seats").fill("999");
        await page.getByRole("alert").getByText("at most 400").waitFor();
        expect(await field(page, "seats").getAttribute("aria-invalid")).toBe("true");
        await field(page, "title").fill("");
        await page.getByRole("alert").getByText("Set it to a value that is not empty.").waitFor();
        expect(await picture(page).isVisible()).toBe(true);
        expect(await faultsAtAllWidths(page)).toEqual([]);
      },
      { expected: ["422"] },
    );
  });

  test("format, scale and quality change the size of the file", async () => {
    await on(path, async (page) => {
      const bytes = page.locator(".output-bar output");
      await picture(page).waitFor();
      await changePicture(page, () => field(page, "Format").selectOption("JPG"));
      const atDefault = await bytes.textContent();
      await changePicture(page, () => field(page, "Quality").fill("20"));
      expect(Number.parseFloat((await bytes.textContent()) ?? "")).toBeLessThan(Number.parseFloat(atDefault ?? ""));
      await changePicture(page, () => field(page, "Scale").selectOption("0.5×"));
      expect(await page.evaluate("document.querySelector('.preview-pane img').naturalWidth")).toBe(600);
      expect(await requestOf(page)).toMatchObject({ format: "jpg", scale: 0.5, quality: 20 });
    });
  });

  test("the form has a state for loading, and one for a failure with a way to try again", async () => {
    await on(
      "/studio/usage",
      async (page) => {
        const release = await hold(page, /\/templates\/[\w-]+\/schema/);
        await page.goto(path);
        await page.locator(".skeleton").first().waitFor();
        expect(await faultsAtAllWidths(page)).toEqual([]);
        release();
        await picture(page).waitFor();
        const mend = await failFor(page, /\/templates\/[\w-]+\/schema/);
        await page.reload();
        await page.getByRole("alert").getByText("The template could not be loaded.").waitFor();
        expect(await faultsAtAllWidths(page)).toEqual([]);
        await mend();
        await page.getByRole("button", { name: "Try again" }).click();
        await picture(page).waitFor();
      },
      { expected: ["500"] },
    );
  });
});

describe("the request elsewhere", () => {
  test("the cURL command that the page shows makes the same picture as its button", async () => {
    await on(path, async (page) => {
      await field(page, "title").fill("It's an evening");
      const command = await codeOf(page);
      const folder = mkdtempSync(join(tmpdir(), "studio-curl-"));
      const env = { ...process.env, IRS_API_KEY: service.connection.apiKey };
      execFileSync("bash", ["-ec", command], { cwd: folder, env });
      const made = readFileSync(join(folder, "picture.png"));
      rmSync(folder, { recursive: true });
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: "Render", exact: true }).click();
      await page.getByText(/Done in \d+ ms/).waitFor();
      await page.getByRole("link", { name: "Download" }).click();
      const downloaded = readFileSync(await (await saving).path());
      expect(made.length).toBeGreaterThan(1_000);
      expect(downloaded.equals(made)).toBe(true);
    });
  });

  test("each language shows the request, and the choice of it stays after a reload", async () => {
    await on(path, async (page) => {
      await page.getByRole("tab", { name: "cURL" }).focus();
      for (const name of ["TypeScript", "Python", "n8n", "MCP"]) {
        await page.keyboard.press("ArrowRight");
        await page
          .getByRole("group", { name: `The request in ${name}` })
          .getByText("An evening of pictures")
          .waitFor();
      }
      await page.reload();
      expect(await page.getByRole("tab", { name: "MCP" }).getAttribute("aria-selected")).toBe("true");
      const text = await page.getByRole("group", { name: "The request in MCP" }).locator("code").textContent();
      expect(JSON.parse(text ?? "")).toMatchObject({ name: "render", arguments: { variables: {} } });
    });
  });

  test("a signed URL shows the picture in a page that knows no session", async () => {
    await on(path, async (page, { context }) => {
      await page.getByRole("tab", { name: "Signed URL" }).click();
      await page.getByRole("button", { name: "Make a signed URL" }).click();
      const tag = await page.getByRole("group", { name: "In a page" }).locator("code").textContent();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      const stranger = await context.browser()?.newContext();
      const other = await stranger?.newPage();
      await other?.setContent(tag ?? "");
      const size = await until("the picture is there", async () => {
        const width = await other?.evaluate<number>("document.querySelector('img').naturalWidth");
        return width === 0 ? undefined : width;
      });
      expect(size).toBe(1200);
      await stranger?.close();
      await field(page, "title").fill("Something else");
      await page.getByText("The contents have changed since.").waitFor();
    });
  });
});

describe("work that is interrupted", () => {
  test("what is typed while the connection is lost is drawn when it comes back", async () => {
    await on(
      path,
      async (page) => {
        await picture(page).waitFor();
        await page.route("**/api/**", (route) => route.abort("connectionfailed"));
        await field(page, "title").fill("Typed offline");
        const line = page.getByText("The connection to the service is lost. Trying again…");
        await line.waitFor();
        await changePicture(page, () => page.unroute("**/api/**"));
        await line.waitFor({ state: "detached" });
        expect(await field(page, "title").inputValue()).toBe("Typed offline");
      },
      { expected: ["ERR_CONNECTION_FAILED"] },
    );
  });

  test("a session that expires in the middle of typing loses nothing, and the picture follows after it was renewed", async () => {
    await on(path, async (page, { context }) => {
      await picture(page).waitFor();
      const before = await picture(page).getAttribute("src");
      await context.clearCookies();
      await field(page, "title").fill("An evening of pictures and songs");
      await page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
      await signIn(page, service.connection.apiKey);
      await page.getByRole("dialog", { name: "Your session has ended" }).waitFor({ state: "detached" });
      expect(await field(page, "title").inputValue()).toBe("An evening of pictures and songs");
      await page.locator(`.preview-pane img:not([src="${before ?? ""}"])`).waitFor();
    });
  });

  test("two tabs with the same template keep two drafts", async () => {
    await on(path, async (page, { context }) => {
      const other = await context.newPage();
      await other.goto(path);
      await field(page, "title").fill("First tab");
      await field(other, "title").fill("Second tab");
      await Promise.all([page, other].map((tab) => tab.reload()));
      expect(await Promise.all([page, other].map((tab) => field(tab, "title").inputValue()))).toEqual([
        "First tab",
        "Second tab",
      ]);
    });
  });
});

test("a person without a mouse changes a title, renders it, and downloads the picture", async () => {
  await on(path, async (page) => {
    await picture(page).waitFor();
    await tabTo(page, "title");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("No mouse");
    await page.keyboard.press("Control+Enter");
    await page.getByText(/Done in \d+ ms/).waitFor();
    const saving = page.waitForEvent("download");
    await tabTo(page, "Download");
    await page.keyboard.press("Enter");
    expect(
      readFileSync(await (await saving).path())
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  });
});
