/** Where the state of a running stack lies in the state folder. The bucket's pictures are plain files under `s3`. */
import { rmSync } from "node:fs";
import { join } from "node:path";

/** Everything that a stack has stored, and that is gone after `--fresh`. Ports and the synthesized stack stay. */
const NAMES = {
  dynamoDb: "dynamodb",
  sqs: "sqs",
  s3: "s3",
  secrets: "secrets",
  keyValueStores: "key-value-stores",
  events: "events",
  customResources: "custom-resources.json",
} as const;

export type StatePaths = Readonly<Record<keyof typeof NAMES, string>>;

/** The absolute path of each part. */
export function statePaths(stateDir: string): StatePaths {
  const paths = Object.entries(NAMES).map(([part, name]) => [part, join(stateDir, name)]);
  return Object.fromEntries(paths) as StatePaths;
}

/** Forgets what a stack has stored. Touches nothing else, whatever folder it is given. */
export function removeState(stateDir: string): void {
  for (const path of Object.values(statePaths(stateDir))) rmSync(path, { recursive: true, force: true });
}
