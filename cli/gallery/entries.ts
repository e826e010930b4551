/** What the gallery shows: every folder of `examples` with a template in it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** One example: the folder of its template, below the examples' root. */
export interface Entry {
  /** `photo-quote`, `features/shapes`: its folder below the root. */
  readonly folder: string;
  readonly name: string;
  readonly description: string;
  /** Whether a request stands beside the template. */
  readonly hasRequest: boolean;
  /** Whether a folder of files that stand for uploads does. */
  readonly hasUploads: boolean;
}

/** Examples under one heading. */
export interface Topic {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const headSchema = z.object({ name: z.string(), description: z.string().default("") });
const topicsSchema = z.array(z.strictObject({ title: z.string(), features: z.array(z.string()) }));

/** The starters, then the features by the topics of `features/topics.json`; one that it forgets comes last. */
export function readTopics(root: string): Topic[] {
  const topics = topicsSchema.parse(readJson(join(root, "features", "topics.json")));
  const listed = topics.flatMap(({ features }) => features);
  const forgotten = foldersIn(join(root, "features")).filter((name) => !listed.includes(name));
  return [
    { title: "Starters", entries: foldersIn(root).map((folder) => readEntry(root, folder)) },
    ...[...topics, { title: "More", features: forgotten }].map(({ title, features }) => ({
      title,
      entries: features.map((name) => readEntry(root, `features/${name}`)),
    })),
  ].filter(({ entries }) => entries.length > 0);
}

function foldersIn(root: string): string[] {
  return readdirSync(root)
    .filter((name) => existsSync(join(root, name, "template.json")))
    .sort();
}

function readEntry(root: string, folder: string): Entry {
  const { name, description } = headSchema.parse(readJson(join(root, folder, "template.json")));
  const has = (file: string) => existsSync(join(root, folder, file));
  return { folder, name, description, hasRequest: has("request.json"), hasUploads: has("uploads") };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
