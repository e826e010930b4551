import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type * as PreviewPicture from "../../../src/screens/templates/service/preview-picture.js";
import { promises } from "../../support/clock.js";
import { openPage, type TestPage } from "../../support/page.js";
import { failure, openService, type TestService } from "../../support/service.js";

let page: TestPage;
let service: TestService;
let drawVersion: typeof PreviewPicture.drawVersion;
const revoked: unknown[] = [];

beforeEach(async () => {
  jest.resetModules();
  page = openPage();
  service = openService();
  let pictures = 0;
  jest.spyOn(URL, "createObjectURL").mockImplementation(() => `blob:${++pictures}`);
  jest.spyOn(URL, "revokeObjectURL").mockImplementation((address) => void revoked.push(address));
  service.on("GET /templates/{id}", () => ({ edition: 1, document: { width: 2400, height: 1200, layers: [] } }));
  service.on("POST /templates/preview", () => new Response("bytes"));
  ({ drawVersion } = await import("../../../src/screens/templates/service/preview-picture.js"));
});
afterEach(() => {
  revoked.length = 0;
  jest.restoreAllMocks();
  service.close();
  page.close();
});

const drawings = () => service.requests.filter(({ method }) => method === "POST");

describe("the picture of a version", () => {
  test("is drawn in the size that fits, and kept for the next time", async () => {
    expect(await drawVersion("t-1", 3, 600)).toBe("blob:1");
    expect(await drawVersion("t-1", 3, 600)).toBe("blob:1");
    expect(service.calls()).toEqual(["GET /templates/t-1?version=3", "POST /templates/preview"]);
    expect(service.requests[1]?.body).toEqual({
      document: { edition: 1, width: 2400, height: 1200, layers: [] },
      scale: 0.25,
      format: "webp",
    });
    expect(await drawVersion("t-1", 3, 1200)).toBe("blob:2");
    expect(await drawVersion("t-1", 4, 600)).toBe("blob:3");
  });

  test("is as high as it is wide if its height depends on its contents", async () => {
    service.on("GET /templates/{id}", () => ({ edition: 2, document: { width: 800, height: "hug", layers: [] } }));
    await drawVersion("t-1", 1, 400);
    expect(service.requests[1]?.body).toMatchObject({ scale: 0.5 });
  });

  test("is drawn with at most one other at the same time, even after one has failed", async () => {
    const ends: ((response: Response) => void)[] = [];
    service.on("POST /templates/preview", () => new Promise<Response>((resolve) => ends.push(resolve)));
    const results = [1, 2, 3, 4].map((version) =>
      drawVersion("t-1", version, 600).catch((error: unknown) => String(error)),
    );
    await promises();
    expect(drawings()).toHaveLength(2);
    ends[0]?.(failure(422, "INVALID_DOCUMENT"));
    await promises();
    expect(drawings()).toHaveLength(3);
    ends[1]?.(new Response("bytes"));
    await promises();
    expect(drawings()).toHaveLength(4);
    ends[2]?.(new Response("bytes"));
    ends[3]?.(new Response("bytes"));
    expect(await Promise.all(results)).toEqual([
      "ApiError: The request failed with INVALID_DOCUMENT.",
      "blob:1",
      "blob:2",
      "blob:3",
    ]);
  });

  test("is forgotten when 24 others were used after it", async () => {
    for (let version = 1; version <= 24; version++) await drawVersion("t-1", version, 600);
    expect(revoked).toEqual([]);
    await drawVersion("t-1", 1, 600);
    await drawVersion("t-1", 25, 600);
    expect(revoked).toEqual(["blob:2"]);
    expect(await drawVersion("t-1", 1, 600)).toBe("blob:1");
    expect(await drawVersion("t-1", 2, 600)).toBe("blob:26");
    expect(revoked).toEqual(["blob:2", "blob:3"]);
  });
});
