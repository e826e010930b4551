import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { main } from "assemblyscript/asc";
import { format } from "prettier";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** No garbage collection and no checks: the sources allocate nothing, and check what they get before they use it. */
const OPTIONS = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd", "--outFile", "module.wasm"];

/** Compiles AssemblyScript to a source file that exports the module as `WASM`, in base64. `entry` starts at the root. */
export async function wasmSource(entry: string): Promise<string> {
  let wasm = new Uint8Array();
  let messages = "";
  const { error } = await main([entry, ...OPTIONS, "--baseDir", ROOT], {
    readFile: (name, folder) => readIfExists(join(folder, name)),
    writeFile: (_, content) => {
      if (typeof content !== "string") wasm = Uint8Array.from(content);
    },
    listFiles: () => [],
    stderr: { write: (message: string | Uint8Array) => (messages += message.toString()) },
  });
  if (error !== null) throw new Error(`${entry} does not compile.\n${messages}`);
  const source = `/** Compiled from \`${entry}\` by \`npm run generate\`. */
export const WASM = "${Buffer.from(wasm).toString("base64")}";
`;
  return await format(source, { parser: "typescript", printWidth: 120 });
}

/** The compiler asks for each file that an import could mean. */
function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
