/** Causes the fault behind an alarm on the local service, sees the alarm raised, mends the fault, and sees it clear. */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { makeStateFolder, Service, until } from "./service.js";

interface AlarmState {
  readonly logicalId: string;
  readonly state: "OK" | "ALARM";
}

const PERIOD_SECONDS = 300;
const state = makeStateFolder();
const service = new Service({}, ["--movable-clock"]);

beforeAll(async () => {
  await service.start(state.dir);
});

afterAll(async () => {
  await service.stop();
  state.remove();
});

const withoutHash = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, "");

async function raisedAlarms(running: Service): Promise<string[]> {
  const alarms = await running.inspect<AlarmState[]>("/alarms");
  return alarms.filter((alarm) => alarm.state === "ALARM").map(({ logicalId }) => withoutHash(logicalId));
}

async function move(seconds: number, running = service): Promise<void> {
  await running.inspect("/time/move", { seconds });
}

/** Waits until these alarms are raised, and no other. */
async function raised(expected: readonly string[], running = service): Promise<void> {
  await until(`the alarms ${expected.join(", ")} are raised`, async () => {
    const found = await raisedAlarms(running);
    return expected.every((name) => found.includes(name)) ? found : undefined;
  });
  expect((await raisedAlarms(running)).sort()).toEqual([...expected].sort());
}

/** Waits until all alarms are clear. Moves the clock, because each looks at some minutes. */
async function cleared(running = service): Promise<void> {
  for (let period = 0; period < 3; period += 1) await move(PERIOD_SECONDS, running);
  await until("all alarms are clear", async () => ((await raisedAlarms(running)).length === 0 ? true : undefined));
}

/** Lets the next call of this action by this function fail, with all retries of the SDK. */
async function failOnce(functionName: string, action: string): Promise<void> {
  await service.inspect("/faults", { faults: [{ functionName, action, occurrence: 1, kind: "internal" }] });
}

const card = () => ({ template: service.template("Open Graph card"), scale: 0.2 });

describe("an alarm", () => {
  test("no alarm is raised after a render", async () => {
    const { id } = await service.createRender(card());
    expect(await service.ended(id)).toMatchObject({ status: "done" });
    await raised([]);
  });

  test("the alarm on requests is raised if a request fails because of a table, and clears", async () => {
    await failOnce("api", "dynamodb:Query");
    expect((await service.call("/api/v1/templates")).status).toBe(500);
    await raised(["RequestErrorsAlarm"]);
    expect((await service.call("/api/v1/templates")).status).toBe(200);
    await cleared();
  });

  test("the alarm on background work is raised if the sweeper cannot read its index, and clears", async () => {
    await failOnce("sweeper", "dynamodb:Query");
    await service.inspect("/functions/sweeper/invoke", {});
    await raised(["BackgroundErrorsAlarm"]);
    await cleared();
  });
});
