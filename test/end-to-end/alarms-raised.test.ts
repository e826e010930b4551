/**
 * Causes the faults behind two alarms on the local service, sees them raised, mends the faults, and sees them clear. The
 * other alarms need more time: `test/slow/alarms.test.ts`.
 */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { AlarmWatch } from "./alarm-watch.js";
import { useService } from "./use-service.js";

const { service } = useService({}, ["--movable-clock"]);
const watch = new AlarmWatch(service);

async function render(): Promise<void> {
  const { id } = await service.createRender({ template: service.template("Open Graph card"), scale: 0.2 });
  expect(await service.ended(id)).toMatchObject({ status: "done" });
}

// On a busy machine, a function that starts too slowly has logged a failure.
beforeAll(async () => {
  await render();
  await watch.cleared();
});

describe("an alarm", () => {
  test("no alarm is raised after a render", async () => {
    await render();
    await watch.raised();
  });

  test("the alarm on requests is raised if a request fails because of a table, and clears", async () => {
    await watch.failOnce("api", "dynamodb:Query");
    expect((await service.call("/api/v1/templates")).status).toBe(500);
    await watch.raised("RequestErrorsAlarm");
    expect((await service.call("/api/v1/templates")).status).toBe(200);
    await watch.cleared("RequestErrorsAlarm");
  });

  test("the alarm on background work is raised if the sweeper cannot read its index, and clears", async () => {
    await watch.failOnce("sweeper", "dynamodb:Query");
    await service.inspect("/functions/sweeper/invoke", {});
    await watch.raised("BackgroundErrorsAlarm");
    await watch.cleared("BackgroundErrorsAlarm");
  });
});
