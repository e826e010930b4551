/**
 * Returns the memory of native libraries in time. The garbage collector sees only a small object for each drawing of the
 * rasterizer and for each buffer of the codec library, not the up to 100 MB of pixels that it holds. So it would let
 * gigabytes pile up before it collects.
 */

/** A collection takes about 10 ms, which is little compared with drawing this many bytes. */
const COLLECT_AFTER_BYTES = 96 * 1024 * 1024;

let uncollected = 0;
let collect: (() => void) | undefined;

/** Counts native memory that is not used any more, and collects it if there is much. */
export async function releaseNative(bytes: number): Promise<void> {
  uncollected += bytes;
  if (uncollected < COLLECT_AFTER_BYTES) return;
  uncollected = 0;
  collector()();
  // Native memory is freed in finalizers, which run after the current step of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
}

/** Collects everything that is not used any more, at once. It takes about 30 ms. */
export function collectAll(): void {
  uncollected = 0;
  // A collection leaves the memory of arrays to a thread, which the next collection waits for.
  for (let turn = 0; turn < 2; turn++) collector()();
}

function collector(): () => void {
  if (collect === undefined) {
    // Node has no other way to collect than this flag, which can be set while it runs. To import the modules would take
    // 5 ms of each cold start.
    process.getBuiltinModule("node:v8").setFlagsFromString("--expose-gc");
    collect = process.getBuiltinModule("node:vm").runInNewContext("gc") as () => void;
  }
  return collect;
}
