/** Tests when a first view responds, and what it returns. */
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "@jest/globals";
import { createViewFixture, KEY, type ViewFixture } from "./view-fixture.js";

const jobOf = ({ generations }: ViewFixture) => {
  const [job] = generations();
  if (job === undefined) throw new Error("There is no job.");
  return job;
};

describe("the response of a first view", () => {
  test("a first view gets the stored picture with its entity tag before the job has ended", async () => {
    const fixture = createViewFixture();
    let end: () => void = () => undefined;
    const ending = new Promise<void>((resolve) => (end = resolve));
    fixture.behavior.beforeEnd = () => ending;
    const viewed = await fixture.view();
    expect(viewed).toMatchObject({ kind: "open", status: 200, headers: { "content-type": "image/png" } });
    expect(viewed).toMatchObject({ headers: { etag: `"${KEY}"`, "accept-ranges": "bytes" } });
    if (viewed.kind !== "open" || viewed.body === undefined) throw new Error("There is no picture.");
    expect(await buffer(viewed.body)).toEqual(Buffer.from([1, 2, 3]));
    expect(jobOf(fixture).status).toBe("queued");
    end();
    await fixture.afterResponses();
    expect([jobOf(fixture).status, fixture.spent()]).toEqual(["done", 1]);
  });

  test.each([{ headOnly: true }, { headOnly: false, range: "bytes=0-1" }, { headOnly: false, ifNoneMatch: '"x"' }])(
    "a first view with the conditions %j gets its response from the bucket, after the end of the job",
    async (conditions) => {
      const fixture = createViewFixture();
      expect(await fixture.view({ conditions })).toEqual({ kind: "open", status: 200, headers: {}, body: undefined });
      expect(jobOf(fixture).status).toBe("done");
    },
  );

  test("a first view shows the picture of another writer if that writer was first", async () => {
    const fixture = createViewFixture();
    fixture.stored.set(KEY, new Uint8Array([9]));
    expect(await fixture.view()).toEqual({ kind: "open", status: 200, headers: {}, body: undefined });
    expect([...fixture.stored.values()]).toEqual([new Uint8Array([9])]);
  });
});
