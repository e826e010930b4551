/**
 * Frees the memory of native libraries in time. For each drawing of the rasterizer and each buffer of the codec
 * library, the garbage collector sees only a small object, but the object can hold up to 100 MB of pixels. So gigabytes
 * would accumulate before a collection.
 */

/**
 * A collection runs after this many bytes were used. It takes about 10 ms, which is much less than drawing their pixels.
 */
const COLLECT_AFTER_BYTES = 96 * 1024 * 1024;

let uncollected = 0;
let collect: (() => void) | undefined;

/** Counts native memory that is no longer used, and runs a collection if there is much of it. */
export async function releaseNative(bytes: number): Promise<void> {
  uncollected += bytes;
  if (uncollected < COLLECT_AFTER_BYTES) return;
  uncollected = 0;
  collector()();
  // Native memory is freed in finalizers, which run after the current step of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
}

/** Collects all unused memory immediately. It takes about 30 ms. */
export function collectAll(): void {
  uncollected = 0;
  // A collection leaves the memory of arrays to a thread. The next collection waits for that thread.
  for (let turn = 0; turn < 2; turn++) collector()();
}

function collector(): () => void {
  if (collect === undefined) {
    // This flag is the only way to run a collection in Node.js, and it can be set at run time. Importing the modules
    // would add 5 ms to each cold start.
    process.getBuiltinModule("node:v8").setFlagsFromString("--expose-gc");
    collect = process.getBuiltinModule("node:vm").runInNewContext("gc") as () => void;
  }
  return collect;
}
