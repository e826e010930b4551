/** The pages of the studio about webhooks: a receiver that fails and is fixed, tests, recovery, and two tabs. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../../scripts/browser/launch-browser.js";
import { faultsOf } from "../../end-to-end/page-visits.js";
import { until } from "../../end-to-end/service.js";
import { keyWith, type StudioVisit, visitStudio } from "../../end-to-end/studio-visits.js";
import { useService } from "../../end-to-end/use-service.js";
import { WebhookReceiver } from "../../support/webhook-receiver.js";

/** Three attempts, so that a delivery fails within seconds. */
const { service } = useService({ webhookRetrySeconds: "[0,0]" });
const receiver = new WebhookReceiver();
let browser: Browser;

beforeAll(async () => {
  await receiver.start();
  browser = await launchBrowser();
});
afterEach(() => {
  receiver.behave = () => ({ status: 204 });
});
afterAll(async () => {
  await browser.close();
  await receiver.stop();
});

/** Visits a page, and afterwards expects that it has reported no error. */
async function on(
  path: string,
  use: (page: Page, visit: StudioVisit) => Promise<void>,
  key = service.connection.apiKey,
): Promise<void> {
  const visit = await visitStudio(browser, service, path, key);
  await use(visit.page, visit);
  expect(visit.complaints).toEqual([]);
  await visit.context.close();
}

/** Creates an endpoint without the studio. */
async function newEndpoint(path: string, events?: readonly string[]): Promise<string> {
  const response = await service.post("/api/v1/webhooks/endpoints", { url: receiver.url(path), events });
  const { id, secret } = (await response.json()) as { readonly id: string; readonly secret: string };
  receiver.secrets.push(secret);
  return id;
}

async function newRender(): Promise<string> {
  const { id } = await service.createRender({ template: service.template("Open Graph card"), scale: 0.1 });
  await service.ended(id);
  return id;
}

/** Deletes all endpoints, so that a test has only its own. */
async function deleteEndpoints(): Promise<void> {
  const { endpoints } = (await (await service.call("/api/v1/webhooks/endpoints")).json()) as {
    readonly endpoints: readonly { readonly id: string }[];
  };
  for (const { id } of endpoints) await service.call(`/api/v1/webhooks/endpoints/${id}`, { method: "DELETE" });
}

const cardOf = (page: Page, path: string) => page.getByRole("listitem").filter({ hasText: receiver.url(path) });
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

describe("a webhook that fails", () => {
  test("a person adds an endpoint, finds out why its webhook fails, and sends it again after the fix", async () => {
    await on("/studio/webhooks", async (page) => {
      await page.getByRole("button", { name: "Add an endpoint" }).first().click();
      await page.getByLabel("URL").fill(receiver.url("/shop"));
      await page.getByRole("dialog").getByRole("button", { name: "Add the endpoint" }).click();
      const shown = page.getByRole("dialog", { name: "The secret of the endpoint" });
      receiver.secrets.push((await shown.locator("code").textContent()) ?? "");
      await shown.getByRole("button", { name: "Close" }).click();

      receiver.behave = () => ({ status: 500, body: "The database is full." });
      const id = await newRender();
      await until("all attempts were made", () => (receiver.received.length === 3 ? true : undefined));
      await page.getByRole("link", { name: "Deliveries", exact: true }).click();
      await rowOf(page, "render.completed").getByText("Failed").waitFor();
      await rowOf(page, "render.completed").getByRole("link").click();

      await page.getByRole("heading", { level: 1, name: "render.completed" }).waitFor();
      await page.getByText("Your server failed while it handled the request.").waitFor();
      expect(await page.getByLabel("Response of your server").allTextContents()).toEqual(
        Array.from({ length: 3 }, () => "The database is full."),
      );
      const body = page.getByRole("group", { name: "The body as JSON" }).locator("code");
      expect(JSON.parse((await body.textContent()) ?? "")).toEqual(JSON.parse(receiver.received[0]?.text ?? ""));
      expect(await page.getByRole("link", { name: "Open the render" }).getAttribute("href")).toBe(
        `/studio/renders/${id}`,
      );
      expect(await faultsOf(page)).toEqual([]);

      receiver.behave = () => ({ status: 200, body: "thanks" });
      await page.getByRole("button", { name: "Send again" }).click();
      // The page shows the new attempt without being loaded again.
      await page.getByText("Delivered", { exact: true }).waitFor();
      await page.getByText("thanks", { exact: true }).waitFor();
      expect(receiver.acceptedAt("/shop").map(({ body: { eventId } }) => eventId)).toEqual([`${id}.done`]);
    });
  });

  test("a render shows the body that was sent beside the response of its receiver, even to a session that may only render", async () => {
    await deleteEndpoints();
    await newEndpoint("/render", ["render.completed"]);
    receiver.behave = () => ({ status: 404 });
    const id = await newRender();
    await until("all attempts were made", () =>
      receiver.received.filter(({ path }) => path === "/render").length === 3 ? true : undefined,
    );
    const { key } = await keyWith(service, ["render"]);
    await on(
      `/studio/renders/${id}`,
      async (page) => {
        await page.getByText("Your server has nothing at this path.").waitFor();
        await page.getByText("The body that was sent").click();
        const body = page.getByRole("group", { name: "The body that was sent" }).locator("code");
        expect(JSON.parse((await body.textContent()) ?? "")).toMatchObject({ eventId: `${id}.done`, data: { id } });
        await page.getByRole("heading", { name: "Time by stage" }).waitFor();
      },
      key,
    );
  });
});

describe("the test of an endpoint", () => {
  test("the studio shows the response of the receiver that refuses the test, and later accepts it", async () => {
    await deleteEndpoints();
    await newEndpoint("/tested", ["batch.completed"]);
    await on("/studio/webhooks", async (page) => {
      const card = cardOf(page, "/tested");
      receiver.behave = () => ({ status: 401, body: "Who are you?" });
      await card.getByRole("button", { name: "Send a test event" }).click();
      await card.getByText("Your server did not accept the test event.").waitFor();
      await card.getByText("Compare the secret that it uses").first().waitFor();
      await card.getByText("Who are you?").first().waitFor();
      await card.getByText("Failing", { exact: true }).waitFor();

      receiver.behave = () => ({ status: 204 });
      await card.getByRole("button", { name: "Send a test event" }).click();
      await card.getByText(/^Your server accepted the test event in .+ \(204\)\./).waitFor();
      await card.getByText("Enabled", { exact: true }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await card.getByRole("link", { name: "Open the event" }).click();
      await page.getByRole("heading", { level: 1, name: "endpoint.test" }).waitFor();
      await page.getByText("This is a test. It reports no render.").waitFor();
    });
  });

  test("an endpoint that is switched off can be tested before it is switched on again", async () => {
    await deleteEndpoints();
    const id = await newEndpoint("/off");
    await service.call(`/api/v1/webhooks/endpoints/${id}`, {
      method: "PATCH",
      body: JSON.stringify({ enabled: false }),
      headers: { "content-type": "application/json" },
    });
    await on("/studio/webhooks", async (page) => {
      const card = cardOf(page, "/off");
      await card.getByText("Somebody has switched the endpoint off.").waitFor();
      await card.getByRole("button", { name: "Send a test event" }).click();
      await card.getByText(/^Your server accepted the test event/).waitFor();
    });
  });
});

describe("failed deliveries", () => {
  test("deliveries that failed since a time are sent again at once, each to its endpoint", async () => {
    await deleteEndpoints();
    await newEndpoint("/lost", ["render.completed"]);
    receiver.behave = () => ({ status: 410 });
    const ids = [await newRender(), await newRender()];
    await until("both were refused", () =>
      receiver.received.filter(({ path }) => path === "/lost").length === 2 ? true : undefined,
    );
    await on("/studio/webhooks/deliveries?status=failed", async (page) => {
      receiver.behave = () => ({ status: 204 });
      await page.getByRole("link", { name: "Endpoints", exact: true }).click();
      await page.getByRole("main").getByRole("button", { name: "Send failed again" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Send failed deliveries again" });
      await dialog.getByRole("button", { name: "Send again" }).click();
      await dialog.getByText(/^\d+ deliveries sent again\./).waitFor();
      await dialog.getByRole("button", { name: "Close" }).last().click();
    });
    const accepted = await until("both arrived", () => {
      const found = receiver.acceptedAt("/lost").map(({ body }) => body.eventId);
      return found.length === 2 ? found : undefined;
    });
    expect(accepted.toSorted()).toEqual(ids.map((id) => `${id}.done`).toSorted());
  });
});

describe("two tabs", () => {
  test("a tab to which somebody returns shows another tab's changes, and refuses outdated actions", async () => {
    await deleteEndpoints();
    await newEndpoint("/tabs");
    await on("/studio/webhooks", async (page, { context }) => {
      const other = await context.newPage();
      await other.goto("/studio/webhooks");
      await cardOf(other, "/tabs").getByText("Enabled", { exact: true }).waitFor();

      await cardOf(page, "/tabs").getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Switch off" }).click();
      await cardOf(page, "/tabs").getByText("Off", { exact: true }).waitFor();
      await until("the other tab shows that the endpoint is off", async () => {
        await other.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
        return (await cardOf(other, "/tabs").getByText("Off", { exact: true }).count()) === 1 ? true : undefined;
      });

      await cardOf(page, "/tabs").getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete the endpoint" }).click();
      await page.getByText("No endpoints yet").waitFor();
      await cardOf(other, "/tabs").getByRole("button", { name: "Send a test event" }).click();
      await other.getByText("The test event was not sent.").waitFor();
      await other.getByText("There is no such webhook endpoint.").waitFor();
    });
  });
});
