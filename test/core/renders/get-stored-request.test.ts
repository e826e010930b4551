import { expect, test } from "@jest/globals";
import { getStoredRequest } from "../../../core/renders/get-stored-request.js";
import type { Job } from "../../../core/renders/job.js";

const WORKSPACE = "4d7b6c1e-0b57-4b7a-9a1c-0f2f3a4b5c01";
const ID = "01a20faf-b8fd-7ad3-9776-b91aa17e8f39";
const INPUTS = { layers: { title: { text: "Hi" } }, variables: { seat: 3 }, locale: "de" };

/** A stored job that has only the parts of its request. */
function stores(inputs: Job["inputs"], kept?: typeof INPUTS) {
  const job = {
    id: ID,
    workspaceId: WORKSPACE,
    templateId: "9ab37cf1-8252-8871-be03-8988a77b2ac6",
    templateVersion: 4,
    format: "webp",
    scale: 2,
    transparent: true,
    quality: 70,
    metadata: { order: "7" },
    inputs,
  } as unknown as Job;
  return { jobs: { findOwned: async () => job }, inputs: { find: async () => kept } };
}

test.each([
  ["in the job", stores(INPUTS)],
  ["in the bucket", stores({ key: "inputs/x.json" }, INPUTS)],
])("the request of a render whose inputs are %s has the fields that a new request needs", async (_place, given) => {
  expect(await getStoredRequest(given, WORKSPACE, ID)).toEqual({
    template: "9ab37cf1-8252-8871-be03-8988a77b2ac6",
    version: 4,
    request: { format: "webp", scale: 2, transparent: true, quality: 70, ...INPUTS, metadata: { order: "7" } },
  });
});

test("a request whose inputs are no longer stored is gone, and the error names the template", async () => {
  const given = stores({ key: "inputs/x.json" });
  await expect(getStoredRequest(given, WORKSPACE, ID)).rejects.toMatchObject({
    code: "GONE",
    details: { template: "9ab37cf1-8252-8871-be03-8988a77b2ac6", version: 4 },
  });
});
