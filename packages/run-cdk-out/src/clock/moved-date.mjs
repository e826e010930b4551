// Preloaded (`node --import moved-date.mjs?file=…`) into the processes of functions when the clock of the runner can be
// moved. `Date` reads the offset from the file at each call: an invocation that runs while the clock moves sees the new
// time. Timers and `performance.now` keep the speed of the machine.
import { openSync, readSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const path = fileURLToPath(new URL(import.meta.url).searchParams.get("file"));
// Programs that move the clock also kill many processes. Each new process takes its compiled code from this cache.
enableCompileCache(join(dirname(path), "compiled"));

const file = openSync(path, "r");
const bytes = Buffer.alloc(8);
const machineNow = Date.now;

function now() {
  readSync(file, bytes, 0, 8, 0);
  return machineNow() + bytes.readDoubleLE();
}

Date.now = now;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: (target) => new target(now()).toString(),
});
Date.prototype.constructor = Date;
