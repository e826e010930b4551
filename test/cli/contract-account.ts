/** The contract server's responses about the account. They need no state. */
import type { IncomingMessage } from "node:http";

export interface Response {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
}

export const AT = "2026-11-20T10:00:00.000Z";
const WORKSPACE = "0b8ee0f5-6a0a-4d49-8a41-21fd1a5d3b70";

/** A response with the error body of the contract. */
export function failure(status: number, code: string, text: string, details?: unknown): Response {
  return { status, body: { error: text, message: text, code, details, requestId: "req-7" } };
}

export function respondToWorkspaces({ method, body }: Call, id: string | undefined): Response | undefined {
  const workspace = { id: id ?? WORKSPACE, name: "Newsroom", plan: "team", createdAt: AT, ...body };
  if (method === "GET") return { status: 200, body: { workspaces: [workspace] } };
  if (method === "POST") return { status: 201, body: { ...workspace, key: "irs_secret_of_workspace" } };
  return { status: 200, body: workspace };
}

/** The key has the scopes of a workspace's own key. */
export function respondToSession({ method, path, body }: Call): Response | undefined {
  const scopes = ["render", "templates", "admin"];
  if (method === "POST" && path.endsWith("/links")) {
    const isAllowed = (body["scopes"] as readonly string[]).every((scope) => scopes.includes(scope));
    if (!isAllowed) return failure(403, "FORBIDDEN", "The key does not have all of these scopes.");
    const url = `https://images.example.com/studio#token-for-${encodeURIComponent(String(body["name"]))}`;
    return { status: 200, body: { url, expiresAt: AT } };
  }
  const caller = { workspaceId: WORKSPACE, workspaceName: "Newsroom", scopes, by: "key", name: "First key" };
  return { status: 200, body: caller };
}

const RATE = { perSecond: 1, burst: 10 };
export const USAGE = {
  workspaceId: WORKSPACE,
  plan: {
    name: "team",
    credits: 100,
    rates: { create: RATE, read: RATE, write: RATE, preview: RATE },
    formats: ["png"],
    maxScale: 2,
    maxBatchSize: 10,
    maxPriority: 5,
    previewSecondsPerDay: 900,
    purgesPerDay: 100,
    concurrentWaits: 2,
  },
  month: "2026-11",
  credits: { granted: 100, spent: 3, remaining: 97 },
  days: [
    { date: "2026-11-03", spent: 4, refunded: 1 },
    { date: "2026-11-05", spent: 1, refunded: 0 },
  ],
};
