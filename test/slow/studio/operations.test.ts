/** The page of the operator: the health of the deployment and the figures of the day. No state has a fault. */
import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { OPERATIONS_OF_A_DAY } from "./screen-answers.js";
import { failFor, faultsAtAllWidths, hold, useStudio } from "./use-studio.js";

const { on } = useStudio();
const PATH = "/studio/operations";
const FIGURES = /\/api\/v1\/operations$/;

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name, exact: true });

test("a deployment that has just begun has no fault, and says that no alarm is raised", async () => {
  await on(PATH, async (page) => {
    await page.getByText("No alarm is raised").first().waitFor();
    expect(await faultsAtAllWidths(page)).toEqual([]);
  });
});

test("a busy day with a raised alarm has no fault, and names the section of the runbook", async () => {
  await on(PATH, async (page) => {
    // The response does not depend on the samples of a workspace.
    const { json } = OPERATIONS_OF_A_DAY.response({} as never);
    await page.route(OPERATIONS_OF_A_DAY.to, (route) => route.fulfill({ json }));
    await page.reload();
    await page.getByText("docs/runbook.md#old-messages").waitFor();
    expect(await faultsAtAllWidths(page)).toEqual([]);
  });
});

test("the page has no fault while the figures are read, and when they cannot be read", async () => {
  const use = async (page: Page): Promise<void> => {
    await heading(page, "Today (UTC)").waitFor();
    const release = await hold(page, FIGURES);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await faultsAtAllWidths(page)).toEqual([]);
    release();
    await heading(page, "Today (UTC)").waitFor();
    await page.unroute(FIGURES);
    const mend = await failFor(page, FIGURES);
    await page.reload();
    await page.getByRole("alert").first().waitFor();
    expect(await faultsAtAllWidths(page)).toEqual([]);
    await mend();
    await page.getByRole("button", { name: "Try again" }).first().click();
    await heading(page, "Today (UTC)").waitFor();
  };
  await on(PATH, use, { expected: ["500"] });
});
