/** The scenarios of operators: a deployment, a rotation of the signing key, and the deletion of a workspace. */
import { randomUUID } from "node:crypto";
import { Client } from "../client.js";
import type { FaultStack } from "../fault-stack.js";
import type { Scenario } from "../scenario.js";
import { mint, view } from "./images.js";

const MAX_ATTEMPTS = 6;
/** A new signing key signs after five minutes, and functions read the keys again within a minute. */
const ROTATION_SECONDS = 400;
/** The schedule that continues a deletion runs once an hour. */
const HOUR_SECONDS = 3_660;

const operatorOf = (stack: FaultStack): Client => new Client(stack, stack.service.connection.apiKey);

const currentKey = async (stack: FaultStack): Promise<string> =>
  (JSON.parse(await stack.access.readSecret("AccessSigningKeys")) as { current: string }).current;

/** The names of the starter templates, one for each template. */
async function starterTemplates(stack: FaultStack): Promise<string> {
  const path = "/api/v1/templates?limit=100";
  const { body } = await operatorOf(stack).call<{ templates: { name: string }[] }>("GET", path);
  return body.templates
    .map(({ name }) => name)
    .sort()
    .join();
}

/** Invokes the bootstrap function as CloudFormation does in an update. Resolves to whether it has reported success. */
async function deploy(stack: FaultStack): Promise<boolean> {
  const path = `/${randomUUID()}`;
  await stack.service.inspect("/functions/bootstrap/invoke", {
    RequestType: "Update",
    ResponseURL: stack.hooks.url(path),
    StackId: "arn:aws:cloudformation:us-east-1:111122223333:stack/Faults/1",
    RequestId: randomUUID(),
    LogicalResourceId: "Bootstrap",
    ResourceType: "Custom::Bootstrap",
    PhysicalResourceId: stack.service.connection.workspaceId,
    ResourceProperties: {
      DistributionId: stack.access.physicalId("AWS::CloudFront::Distribution", ""),
      RendererConcurrency: "10",
      ConcurrencyIsReserved: "false",
      WebhookConcurrency: "10",
      ProtectData: "true",
      AdoptedTables: "",
    },
    OldResourceProperties: {},
  });
  return stack.hooks.bodiesAt(path).some((body) => body["Status"] === "SUCCESS");
}

export const OPERATOR_SCENARIOS: readonly Scenario[] = [
  {
    name: "deployment",
    reaches: ["bootstrap"],
    async prepare(world) {
      const { url } = await mint(world);
      return { url, templates: await starterTemplates(world.stack) };
    },
    async run(world) {
      for (let attempt = 0; !(await deploy(world.stack)); attempt += 1) {
        if (attempt === MAX_ATTEMPTS) throw new Error("the deployment never succeeds");
      }
      // The edge still has the previous keys.
      await view(world, world.prepared["url"] ?? "");
      return { view: "debited", files: [world.prepared["url"] ?? ""] };
    },
    async check({ stack, prepared }) {
      const page = await stack.service.fetch("/");
      const isThere = page.status === 200 && (await page.text()).includes("</html>");
      const templates = await starterTemplates(stack);
      return [
        ...(isThere ? [] : [`the first page responds with ${page.status}`]),
        ...(templates === prepared["templates"] ? [] : [`the starter templates are ${templates}`]),
      ];
    },
  },
  {
    name: "key-rotation",
    reaches: ["edge-keeper"],
    async prepare(world) {
      const { url } = await mint(world);
      await view(world, url);
      return { old: url, keyId: await currentKey(world.stack) };
    },
    async run(world) {
      const { stack, prepared } = world;
      const { old = "", keyId } = prepared;
      const operator = operatorOf(stack);
      await operator.call("POST", "/api/v1/signing/rotate", { body: {}, idempotent: false });
      await stack.move(ROTATION_SECONDS);
      const { url } = await mint(world);
      await view(world, url);
      // URLs of the previous key stay valid until it is revoked.
      await view(world, old);
      await operator.call("POST", "/api/v1/signing/revoke", { body: { keyId }, accept: [404], idempotent: false });
      return { view: "debited", files: [url] };
    },
    async check({ stack, prepared: { old = "", keyId } }) {
      const response = await fetch(old);
      await response.arrayBuffer();
      return [
        ...(response.status === 401 ? [] : [`a URL of the revoked key ${keyId} responds with ${response.status}`]),
        ...((await currentKey(stack)) === keyId ? [`the key ${keyId} still signs`] : []),
      ];
    },
  },
  {
    name: "workspace-deletion",
    reaches: ["api", "workspace-remover"],
    async prepare({ stack }) {
      const body = { name: "Deleted", plan: "unlimited" };
      const { body: made } = await operatorOf(stack).call<{ id: string }>("POST", "/api/v1/workspaces", { body });
      return { workspace: made.id };
    },
    async run({ stack, prepared: { workspace } }) {
      const operator = operatorOf(stack);
      const path = `/api/v1/workspaces/${workspace}`;
      await operator.call("DELETE", path, { accept: [404] });
      for (let hours = 0; hours < MAX_ATTEMPTS; hours += 1) {
        await stack.rest();
        const { status } = await operator.call("GET", path, { accept: [404] });
        if (status === 404) return {};
        await stack.move(HOUR_SECONDS);
      }
      throw new Error(`the workspace ${workspace} is not removed after ${MAX_ATTEMPTS} hours`);
    },
  },
];
