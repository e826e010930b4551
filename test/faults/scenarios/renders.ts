/** Single renders: created, awaited, rendered again, canceled, and their webhooks. */
import type { JobBody } from "../../../core/contract/job-body.js";
import type { Expected, Scenario, World } from "../scenario.js";

/** Creates a render of the scenario's template. Resolves to the ID of its job. */
export async function createRender({ client, template }: World, more: object = {}): Promise<string> {
  const { body } = await client.call<JobBody>("POST", "/api/v1/render", { body: { template, ...more } });
  return body.id;
}

export const withHook = ({ stack, hookPath }: World) => ({ webhookUrl: stack.hooks.url(hookPath) });

/** Prepares a render that has ended. */
export async function prepareRender(world: World): Promise<{ job: string }> {
  const job = await createRender(world, withHook(world));
  await world.stack.settle();
  return { job };
}

/** Looks for the event about the end of the only job, whether it is done or failed. */
export async function checkEndEvent(
  { client, stack, hookPath }: World,
  { jobs = [] }: Expected,
): Promise<readonly string[]> {
  const { body } = await client.call<JobBody>("GET", `/api/v1/renders/${jobs[0]}`);
  const event = `${body.id}.${body.status}`;
  return stack.hooks.acceptedAt(hookPath).includes(event) ? [] : [`the receiver has not got the event ${event}`];
}

export const RENDER_SCENARIOS: readonly Scenario[] = [
  {
    name: "render",
    reaches: ["api", "renderer", "webhook"],
    async run(world) {
      const id = await createRender(world, withHook(world));
      return { jobs: [id], events: [`${id}.done`] };
    },
  },
  {
    name: "render-now",
    reaches: ["render-now"],
    async run({ client, template }) {
      const path = "/api/v1/render?wait=20";
      const { body } = await client.call<JobBody>("POST", path, { body: { template } });
      return { jobs: [body.id] };
    },
  },
  {
    name: "rerender",
    reaches: ["api", "renderer", "webhook"],
    prepare: prepareRender,
    async run({ client, prepared: { job } }) {
      const { body } = await client.call<JobBody>("POST", `/api/v1/renders/${job}/rerender`, { body: {} });
      // The new job has the webhook URL of the first one.
      return { jobs: [body.id], events: [`${body.id}.done`] };
    },
  },
  {
    name: "cancel",
    reaches: ["api"],
    async run(world) {
      const id = await createRender(world, withHook(world));
      await world.client.call("POST", `/api/v1/renders/${id}/cancel`, { accept: [409] });
      return { jobs: [id], mayFail: [id] };
    },
    check: checkEndEvent,
  },
  {
    name: "delete",
    reaches: ["api"],
    prepare: prepareRender,
    async run({ client, prepared: { job } }) {
      await client.call("DELETE", `/api/v1/renders/${job}`, { accept: [404] });
      return {};
    },
    async check({ client, prepared: { job } }) {
      const { status } = await client.call("GET", `/api/v1/renders/${job}`, { accept: [404] });
      return status === 404 ? [] : [`the deleted job ${job} exists`];
    },
  },
  {
    name: "webhook-retry",
    reaches: ["webhook"],
    async run(world) {
      world.stack.hooks.refuse(world.hookPath, 2);
      const id = await createRender(world, withHook(world));
      return { jobs: [id], events: [`${id}.done`] };
    },
  },
  {
    name: "redelivery",
    reaches: ["api", "webhook"],
    prepare: prepareRender,
    async run({ client, prepared: { job } }) {
      await client.call("POST", `/api/v1/renders/${job}/webhook`, { idempotent: false });
      return {};
    },
    async check({ stack, hookPath, prepared: { job } }) {
      const times = stack.hooks.acceptedAt(hookPath).filter((id) => id === `${job}.done`).length;
      return times >= 2 ? [] : [`the event of the job ${job} was not delivered again`];
    },
  },
  {
    name: "archived-picture",
    reaches: ["archived-files"],
    prepare: prepareRender,
    async run({ stack, prepared: { job } }) {
      const bucket = stack.access.physicalId("AWS::S3::Bucket", "StorageBucket");
      const object = { bucket, key: `renders/${job}.png`, storageClass: "GLACIER" };
      await stack.service.inspect("/objects/storage-class", object);
      return {};
    },
    async check({ client, prepared: { job } }) {
      const { body } = await client.call<JobBody>("GET", `/api/v1/renders/${job}`);
      return body.archivedAt === undefined ? [`the job ${job} does not say that its picture is archived`] : [];
    },
  },
];
