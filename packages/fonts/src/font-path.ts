import { createRequire } from "node:module";

// `import` does not read NODE_PATH, which contains the folders of a Lambda function's layers.
const requireInstalled = createRequire(import.meta.url);

/** Returns the absolute path of a file from `filesOfFace` or from another list of files. */
export function fontPath(file: string): string {
  return requireInstalled.resolve(file);
}
