import { expect, test } from "@jest/globals";
import { useAction } from "../../src/service/use-action.js";
import { runHook, until } from "../support/run-hook.js";

test("an action runs once at a time, and its error stays until it is started again", async () => {
  const starts: string[] = [];
  let end: (error?: Error) => void = () => undefined;
  const action = runHook(() =>
    useAction(async (name: string) => {
      starts.push(name);
      await new Promise<void>((resolve, reject) => {
        end = (error) => (error === undefined ? resolve() : reject(error));
      });
    }),
  );
  expect(action.result).toMatchObject({ isRunning: false, error: undefined });

  const first = action.result.run("first");
  await until(() => action.result.isRunning);
  expect(await action.result.run("second")).toBe(false);
  end(new Error("It is full."));
  expect(await first).toBe(false);
  await until(() => action.result.error?.message === "It is full.");
  expect(action.result.isRunning).toBe(false);

  const third = action.result.run("third");
  await until(() => action.result.isRunning);
  expect(action.result.error).toBeUndefined();
  end();
  expect(await third).toBe(true);
  await until(() => !action.result.isRunning);
  expect(action.result.error).toBeUndefined();
  expect(starts).toEqual(["first", "third"]);
});
