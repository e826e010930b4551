import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Returns the shared libraries that an executable needs and this machine does not have.
 * glibc's dynamic loader lists them instead of running the program, as `ldd` does.
 */
export async function missingLibraries(executable: string, env: Readonly<Record<string, string>>): Promise<string[]> {
  const { stdout } = await promisify(execFile)(executable, [], { env: { ...env, LD_TRACE_LOADED_OBJECTS: "1" } });
  return [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map(([, name = ""]) => name);
}
