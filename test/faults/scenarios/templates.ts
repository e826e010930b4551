/** Templates: saved, changed, deleted and restored. */
import { randomUUID } from "node:crypto";
import { DOCUMENT } from "../document.js";
import type { Scenario, World } from "../scenario.js";

interface Template {
  readonly id: string;
  readonly version: number;
}

async function create({ client }: World): Promise<Template> {
  const body = { name: `Card ${randomUUID()}`, document: DOCUMENT };
  return (await client.call<Template>("POST", "/api/v1/templates", { body })).body;
}

async function countNamed({ client }: World, name: string): Promise<number> {
  const { body } = await client.call<{ templates: unknown[] }>(
    "GET",
    `/api/v1/templates?q=${encodeURIComponent(name)}`,
  );
  return body.templates.length;
}

export const TEMPLATE_SCENARIOS: readonly Scenario[] = [
  {
    name: "template-create",
    reaches: ["api"],
    prepare: async () => Promise.resolve({ name: `Card ${randomUUID()}` }),
    async run({ client, prepared: { name } }) {
      await client.call("POST", "/api/v1/templates", { body: { name, document: DOCUMENT } });
      return {};
    },
    async check(world) {
      const found = await countNamed(world, world.prepared["name"] ?? "");
      return found === 1 ? [] : [`there are ${found} templates of this name in place of 1`];
    },
  },
  {
    name: "template-update",
    reaches: ["api"],
    async prepare(world) {
      const { id } = await create(world);
      return { id };
    },
    async run({ client, prepared: { id } }) {
      const body = { document: { ...DOCUMENT, width: 48 } };
      await client.call("PUT", `/api/v1/templates/${id}`, { body, idempotent: true });
      return {};
    },
    async check({ client, prepared: { id } }) {
      const { body } = await client.call<Template & { document: { width: number } }>("GET", `/api/v1/templates/${id}`);
      const { version, document } = body;
      return version === 2 && document.width === 48 ? [] : [`the template ${id} has version ${version}`];
    },
  },
  {
    name: "template-restore",
    reaches: ["api"],
    async prepare(world) {
      const { id } = await create(world);
      return { id };
    },
    async run({ client, prepared: { id } }) {
      await client.call("DELETE", `/api/v1/templates/${id}`, { accept: [404] });
      await client.call("POST", `/api/v1/templates/${id}/restore`, { accept: [409], idempotent: false });
      return {};
    },
    async check({ client, prepared: { id } }) {
      const { status, body } = await client.call<Template>("GET", `/api/v1/templates/${id}`, { accept: [404] });
      return status === 200 && body.version === 1 ? [] : [`the restored template ${id} responds with ${status}`];
    },
  },
];
