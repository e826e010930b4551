/** Programs of the documentation, for the tests of the client. */
import { readFileSync } from "node:fs";

/** Returns the TypeScript examples of a page, one after the other. */
export function examplesOf(page: string): string {
  const text = readFileSync(page, "utf8");
  return Array.from(text.matchAll(/```ts\n([\s\S]*?)```/g), ([, example]) => example).join("\n");
}
