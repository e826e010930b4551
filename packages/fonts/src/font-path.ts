import { createRequire } from "node:module";

// `import` does not read NODE_PATH, which contains the folders of a Lambda function's layers.
const requireInstalled = createRequire(import.meta.url);

/** Returns the absolute path of a file that `filesOfFace` and the other lists name. */
export function fontPath(file: string): string {
  return requireInstalled.resolve(file);
}
