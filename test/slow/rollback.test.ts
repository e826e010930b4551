import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { makeStateFolder, Service, type StateFolder } from "../end-to-end/service.js";
import { NOTHING_STORED, storedIn } from "../end-to-end/stored-state.js";
import { resourcesOf, synthesize } from "../lib/synthesize.js";

let state: StateFolder;

beforeAll(() => {
  state = makeStateFolder();
});
afterAll(() => state.remove());

const template = await synthesize();
const idsOf = (type: string) => resourcesOf(template, type).map(([id]) => id);
/** Resources that are created late: the front of the stack, its monitoring, and the custom resources. */
const LATE_RESOURCES = [
  "Custom::BucketContents",
  "AWS::CloudFront::Function",
  "AWS::CloudFront::Distribution",
  "AWS::ApiGatewayV2::Stage",
  "AWS::SNS::Topic",
  "Custom::Bootstrap",
].flatMap(idsOf);

test.each(LATE_RESOURCES)("a first deployment that fails at %s leaves nothing behind", async (id) => {
  await expect(new Service({}, ["--fail", id]).start(state.dir)).rejects.toThrow(`${id}: `);
  expect(await storedIn(state.dir)).toEqual(NOTHING_STORED);
});

/** Each case has the step that the bootstrap function does not reach, and the action that it is denied. */
test.each([
  ["before it has written anything", "dynamodb:PutItem"],
  ["before it has the first API key", "secretsmanager:PutSecretValue"],
  ["before it stores the web pages", "s3:PutObject"],
  ["before it protects the tables", "dynamodb:UpdateTable"],
])("a first deployment whose bootstrap function fails %s leaves nothing behind", async (_step, action) => {
  const starting = new Service({}, ["--deny", `bootstrap:${action}`]).start(state.dir);
  await expect(starting).rejects.toThrow(/Create failed: .*not authorized/);
  expect(await storedIn(state.dir)).toEqual(NOTHING_STORED);
});

test("a deployment succeeds after all the others have failed", async () => {
  const service = new Service();
  await service.start(state.dir);
  const job = await service.createRender({ template: service.template("Open Graph card"), scale: 0.2 });
  expect(await service.ended(job.id)).toMatchObject({ status: "done" });
  await service.stop();
});
