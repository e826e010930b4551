import { expect, test } from "@jest/globals";
import { Closing } from "../src/closing.js";

test("what was opened last is closed first, each once, and a fault keeps nothing else open", async () => {
  const closed: string[] = [];
  const closable = (name: string, fault?: string) => ({
    async close() {
      closed.push(name);
      if (fault !== undefined) throw new Error(fault);
    },
  });
  const closing = new Closing();
  closing.add(closable("services"));
  closing.addAll([closable("poller 1", "stuck"), closable("poller 2")]);
  closing.add(closable("edge"));
  await expect(closing.close()).rejects.toMatchObject({ errors: [new Error("stuck")] });
  await closing.close();
  expect(closed).toEqual(["edge", "poller 1", "poller 2", "services"]);
});
