/** The names of pictures in the ZIP of a batch. */
import type { Job } from "../../renders/job.js";

const MAX_NAME_LENGTH = 100;
/** Characters that some file systems refuse, or that have a special meaning there. */
// eslint-disable-next-line no-control-regex -- a name must not contain control characters
const UNSAFE = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
/** Device names on Windows. They are reserved even with an extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Returns one name for each job: `name` from its metadata, or its number in the batch, for example `07`. A repeated
 * name gets a number. Names that differ only in case are the same on some systems.
 *
 * @param total the number of jobs in the batch
 */
export function pictureNames(
  jobs: readonly { readonly job: Pick<Job, "format" | "metadata">; readonly index: number }[],
  total: number,
): readonly string[] {
  const used = new Set<string>();
  return jobs.map(({ job, index }) => {
    const base = safeName(job.metadata?.["name"] ?? "") ?? String(index + 1).padStart(String(total).length, "0");
    let name = `${base}.${job.format}`;
    for (let again = 2; used.has(keyOf(name)); again += 1) name = `${base}-${again}.${job.format}`;
    used.add(keyOf(name));
    return name;
  });
}

function keyOf(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** Returns the name without unsafe characters, or `undefined` if nothing is left of it. */
function safeName(text: string): string | undefined {
  const clean = text.normalize("NFC").replace(UNSAFE, "-").replace(/\s+/g, " ");
  // A leading dot hides a file. Windows removes trailing dots and spaces.
  const short = Array.from(clean.replace(/^[.\s-]+/, ""))
    .slice(0, MAX_NAME_LENGTH)
    .join("")
    .replace(/[.\s-]+$/, "");
  if (short === "") return undefined;
  return RESERVED.test(short.split(".")[0] ?? "") ? `_${short}` : short;
}
