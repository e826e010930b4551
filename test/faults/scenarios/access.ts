/** Keys, sign-in links and scheduled functions. */
import { randomUUID } from "node:crypto";
import type { Scenario } from "../scenario.js";

interface Link {
  readonly url: string;
}

const DAY_SECONDS = 86_400;

export const ACCESS_SCENARIOS: readonly Scenario[] = [
  {
    name: "key",
    reaches: ["api"],
    prepare: async () => Promise.resolve({ name: randomUUID() }),
    async run({ client, stack, prepared: { name } }) {
      const { body } = await client.call<{ id: string; key: string }>("POST", "/api/v1/keys", { body: { name } });
      const headers = { authorization: `Bearer ${body.key}` };
      const response = await stack.service.fetch("/api/v1/templates", { headers });
      if (response.status === 401) throw new Error("the key of the response is not valid");
      await client.call("DELETE", `/api/v1/keys/${body.id}`, { accept: [404] });
      return {};
    },
    async check({ client, prepared: { name } }) {
      const { body } = await client.call<{ keys: { name: string }[] }>("GET", "/api/v1/keys");
      return body.keys.some((key) => key.name === name) ? ["the revoked key exists"] : [];
    },
  },
  {
    name: "session-link",
    reaches: ["api"],
    async run({ client, stack }) {
      const body = { name: "Ada", scopes: ["render"] };
      const { body: link } = await client.call<Link>("POST", "/api/v1/session/links", { body, idempotent: false });
      const token = link.url.split("#")[1] ?? "";
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token }) };
      const response = await stack.service.fetch("/api/v1/session", init).catch(() => undefined);
      // The link works once. A caller whose response was lost asks for another link.
      if (response?.status === 400) throw new Error(`a new link is refused: ${await response.text()}`);
      return {};
    },
  },
  {
    name: "daily-functions",
    reaches: ["file-audit", "workspace-remover"],
    async run({ stack }) {
      await stack.move(DAY_SECONDS);
      await stack.rest();
      return {};
    },
  },
];
