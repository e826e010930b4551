import { expect, test } from "@jest/globals";
import { Closing } from "../src/closing.js";

test("closes everything once and in reverse order, even if something cannot be closed", async () => {
  const closed: string[] = [];
  const closable = (name: string, failure?: string) => ({
    async close() {
      closed.push(name);
      if (failure !== undefined) throw new Error(failure);
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
