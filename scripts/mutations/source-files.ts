import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SOURCES = ["core", "aws", "lambdas", "lib"].map((folder) => `${folder}/**/*.ts`);
const PACKAGES = "packages/*/src/**/*.ts";
/** AssemblyScript, which jest does not compile, and files that `npm run generate` or `npm run jpeg-tables` writes. */
const LEFT_OUT =
  /^packages\/(encoders\/src\/\w+\/(wasm\/|encoder-module\.ts|huffman-tables\.ts)|engine\/src\/fonts\/emoji-index\.ts)|\.d\.ts$/;

/** Lists the files in which each changed condition or number should make a test fail, as paths from the root. */
export function sourceFiles(root: string): string[] {
  const files = globSync([...SOURCES, PACKAGES], { cwd: root });
  return files.filter((file) => !LEFT_OUT.test(file)).sort();
}

/** Lists the unit tests. End-to-end tests run the sources in other processes, and take minutes. */
export function unitTests(root: string): string[] {
  const files = globSync(["test/**/*.test.ts", "packages/*/test/**/*.test.ts"], { cwd: root });
  return files.filter((file) => !/^test\/(end-to-end|slow)\//.test(file)).sort();
}

/** Reads a file of the repository. */
export function readSource(root: string, file: string): string {
  return readFileSync(join(root, file), "utf8");
}
