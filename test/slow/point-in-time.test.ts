import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { makeStateFolder, Service, type StateFolder } from "../end-to-end/service.js";
import { copyTable, TABLES, tablesAt } from "./copied-data.js";

const RESTORED = "-restored";

let state: StateFolder;
let running: Service | undefined;

beforeAll(() => {
  state = makeStateFolder();
});
afterEach(async () => {
  await running?.stop().catch(() => undefined);
});
afterAll(() => state.remove());

async function start(settings: Readonly<Record<string, string>> = {}): Promise<Service> {
  running = new Service(settings);
  await running.start(state.dir);
  return running;
}

const pathOf = (url: string | undefined) => (url ?? "").replace(/^https?:\/\/[^/]+/, "");

test("a new stack with tables that were restored to a point in time has everything from before it, and nothing from after it", async () => {
  const old = await start();
  const template = old.template("Open Graph card");
  const before = await old.ended((await old.createRender({ template, scale: 0.2 })).id);
  const minted = await old.post("/api/v1/img/sign", { template, layers: { title: { text: "Before" } }, scale: 0.2 });
  const viewed = pathOf(((await minted.json()) as { url: string }).url);
  const picture = Buffer.from(await (await old.fetch(viewed)).arrayBuffer());
  const spent = async (service: Service) =>
    ((await (await service.call("/api/v1/usage")).json()) as { credits: { spent: number } }).credits.spent;
  const spentBefore = await spent(old);

  // The point in time.
  const { DataToAdopt } = await old.inspect<{ DataToAdopt: string }>("/outputs");
  const names = JSON.parse(DataToAdopt) as Record<string, string>;
  const { dynamodb } = await old.inspect<{ dynamodb: string }>("/services");
  const tables = tablesAt(dynamodb);
  // DynamoDB restores a table to a point in time under another name.
  for (const table of TABLES) await copyTable(tables, names[table] ?? "", tables, `${names[table] ?? ""}${RESTORED}`);
  tables.destroy();

  const after = await old.ended((await old.createRender({ template, scale: 0.2 })).id);
  const { apiKey } = old.connection;
  await old.deleteStack();

  const adoptData = Object.fromEntries(
    Object.entries(names).map(([name, value]) => [
      name,
      (TABLES as readonly string[]).includes(name) ? `${value}${RESTORED}` : value,
    ]),
  );
  const renewed = await start({ adoptData: JSON.stringify(adoptData) });
  expect(renewed.connection.apiKey).toBe(apiKey);
  expect(await renewed.getRender(before.id)).toMatchObject({ id: before.id, status: "done" });
  expect((await renewed.fetch(pathOf(before.assetUrl))).status).toBe(200);
  expect(Buffer.from(await (await renewed.fetch(viewed)).arrayBuffer())).toEqual(picture);
  expect(await spent(renewed)).toBe(spentBefore);
  // The job from after the point in time is gone. Its picture stays, because the bucket is never restored.
  expect((await renewed.call(`/api/v1/renders/${after.id}`)).status).toBe(404);
  expect((await renewed.fetch(pathOf(after.assetUrl))).status).toBe(200);
  expect((await renewed.ended((await renewed.createRender({ template, scale: 0.2 })).id)).status).toBe("done");
});
