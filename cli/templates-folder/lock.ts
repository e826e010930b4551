/** `irs.lock.json`: the uploads of a folder's local files, by service and by the content of the file. */
import * as z from "zod";
import { closedObject } from "@image-render/engine/document";
import { type Issue, issuesOf, sentenceFor } from "@image-render/engine/issues";

/** The name of the lock file in its folder. */
export const LOCK_FILE = "irs.lock.json";

const uploadSchema = closedObject({
  /** The path of the file when it was uploaded. It is only for people. */
  file: z.string().max(1000),
  /** The address that documents use. */
  upload: z.string().regex(/^\/api\/v1\/uploads\/[0-9a-fA-F-]{36}\/file$/, {
    error: "It must be the path of an upload, such as /api/v1/uploads/{id}/file.",
  }),
});

const lockSchema = closedObject({
  uploads: z.record(z.string(), z.record(z.string().regex(/^[0-9a-f]{64}$/), uploadSchema)).default({}),
});

/** The uploads by the base URL of the service, and then by the SHA-256 of the content. */
export type Lock = z.output<typeof lockSchema>;

/** Parses the value of a lock file, or returns all of its issues. */
export function parseLock(value: unknown): { readonly lock: Lock } | { readonly issues: readonly Issue[] } {
  const parsed = lockSchema.safeParse(value, { error: sentenceFor });
  return parsed.success ? { lock: parsed.data } : { issues: issuesOf(parsed.error) };
}

/** Returns the text of a lock file. The order of keys is fixed, so that version control shows only real changes. */
export function formatLock({ uploads }: Lock): string {
  const sorted = <Value>(record: Readonly<Record<string, Value>>) =>
    Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
  const services = sorted(uploads).map(([url, files]) => [url, Object.fromEntries(sorted(files))] as const);
  return JSON.stringify({ uploads: Object.fromEntries(services) }, null, 2) + "\n";
}
