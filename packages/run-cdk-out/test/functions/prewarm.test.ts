import { afterEach, expect, jest, test } from "@jest/globals";
import { cleanUp, parsed, startTestHost, until } from "./support.js";

jest.setTimeout(60_000);
afterEach(cleanUp);

test("the first invocation runs in a process that was started before it", async () => {
  const { add } = await startTestHost();
  const pool = add("basics.whoAmI", { maxConcurrency: 5 });
  pool.prewarm();
  pool.prewarm();
  await until(() => pool.stats().pids.length === 1);
  const { pid } = parsed((await pool.invoke({})).payload);
  expect(pool.stats()).toMatchObject({ coldStarts: 1, pids: [pid] });
});

test("a function that cannot be loaded returns its error at the first invocation, even after a prewarm", async () => {
  const { add } = await startTestHost();
  const pool = add("init-throws.handler");
  pool.prewarm();
  await until(() => pool.stats().coldStarts === 1 && pool.stats().pids.length === 0);
  expect((await pool.invoke({})).functionError).toBe("Unhandled");
});

test("a closed pool starts no process", async () => {
  const { add } = await startTestHost();
  const pool = add("basics.whoAmI");
  await pool.close();
  pool.prewarm();
  expect(pool.stats().coldStarts).toBe(0);
});
