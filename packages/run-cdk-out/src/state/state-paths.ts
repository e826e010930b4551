/** The files and folders of a stack's data in the state folder. */
import { rmSync } from "node:fs";
import { join } from "node:path";

/** Everything that `--fresh` removes. The option keeps the ports and the synthesized stack. */
const NAMES = {
  dynamoDb: "dynamodb",
  sqs: "sqs",
  s3: "s3",
  secrets: "secrets",
  keyValueStores: "key-value-stores",
  events: "events",
  customResources: "custom-resources.json",
  stack: "stack.json",
  clock: "clock",
} as const;

export type StatePaths = Readonly<Record<keyof typeof NAMES, string>>;

export function statePaths(stateDir: string): StatePaths {
  const paths = Object.entries(NAMES).map(([part, name]) => [part, join(stateDir, name)]);
  return Object.fromEntries(paths) as StatePaths;
}

/** Removes the stored data of a stack, and nothing else in the folder. */
export function removeState(stateDir: string): void {
  for (const path of Object.values(statePaths(stateDir))) rmSync(path, { recursive: true, force: true });
}
