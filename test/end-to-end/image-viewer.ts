/** Requests signed images as browsers do, and reads the jobs and ledger entries that result. */
import { createHash } from "node:crypto";
import { expect } from "@jest/globals";
import { errorBodySchema } from "../../core/contract/errors.js";
import { signedImage } from "./delivery-support.js";
import { type Service, until } from "./service.js";
import type { StackAccess } from "./stack-access.js";

export const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
export const codeOf = ({ bytes }: { bytes: Buffer }) => errorBodySchema.parse(JSON.parse(bytes.toString())).code;

export type Viewer = Awaited<ReturnType<typeof createViewer>>;

export async function createViewer(service: Service, stack: StackAccess) {
  const masterKey = (JSON.parse(await stack.readSecret("AccessSigningKeys")) as { k1: string }).k1;

  const view = async (url: string, init: RequestInit = {}) => {
    const response = await service.fetch(url, init);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, hash: hashOf(bytes), bytes };
  };
  const jobsOf = (storedAs: string) => stack.itemsWith("Jobs", { storedAs });

  return {
    view,

    /** A signed URL and the storage key of its picture. `pairs` are the names and values of the query, without `sig`. */
    signed(pairs: Readonly<Record<string, string>>, template = service.template("Open Graph card")) {
      const texts = Object.entries(pairs).map((pair) => pair.map(encodeURIComponent).join("="));
      return signedImage(texts.sort(), { masterKey, template });
    },

    /** Repeats the request until it shows the picture. The responses before may only be 503 with `Retry-After: 1`. */
    shown: (url: string) =>
      until("the picture is shown", async () => {
        const viewed = await view(url);
        if (viewed.status === 200) return viewed;
        expect([viewed.status, viewed.headers.get("retry-after")]).toEqual([503, "1"]);
        expect(viewed.headers.get("content-type")).toBe("text/plain; charset=utf-8");
        expect(viewed.headers.get("cache-control")).toBe("no-store");
        return undefined;
      }),

    jobsOf,

    /** Returns the only job of a picture. */
    async jobOf(storedAs: string) {
      const jobs = await jobsOf(storedAs);
      expect(jobs).toHaveLength(1);
      return jobs[0] ?? {};
    },

    /** The debits and refunds of a job. */
    async ledgerOf(jobId: unknown) {
      const entries = await stack.itemsWith("Workspaces", { jobId });
      return entries.map(({ kind, credits }) => `${String(kind)} ${String(credits)}`).sort();
    },

    /** The credits that were spent this month. */
    async spent() {
      const usage = (await (await service.call("/api/v1/usage")).json()) as { credits: { spent: number } };
      return usage.credits.spent;
    },
  };
}
