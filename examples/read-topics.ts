/** Lists the examples for the gallery: every folder below `examples` that contains a template. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** One example. */
export interface Example {
  /** The folder of its template below the examples folder, for example `photo-quote` or `features/shapes`. */
  readonly folder: string;
  readonly name: string;
  readonly description: string;
  /** Whether the folder has a request for the template. */
  readonly hasRequest: boolean;
  /** Whether the folder has files for uploads. */
  readonly hasUploads: boolean;
}

/** Examples under one heading. */
export interface Topic {
  readonly title: string;
  readonly examples: readonly Example[];
}

const headSchema = z.object({ name: z.string(), description: z.string().default("") });
const topicsSchema = z.array(z.strictObject({ title: z.string(), features: z.array(z.string()) }));

/** Reads the starters, then the features in the order of `features/topics.json`. Features without a topic come last. */
export function readTopics(root: string): Topic[] {
  const topics = topicsSchema.parse(readJson(join(root, "features", "topics.json")));
  const listed = topics.flatMap(({ features }) => features);
  const unlisted = foldersIn(join(root, "features")).filter((name) => !listed.includes(name));
  return [
    { title: "Starters", examples: foldersIn(root).map((folder) => readExample(root, folder)) },
    ...[...topics, { title: "More", features: unlisted }].map(({ title, features }) => ({
      title,
      examples: features.map((name) => readExample(root, `features/${name}`)),
    })),
  ].filter(({ examples }) => examples.length > 0);
}

function foldersIn(root: string): string[] {
  return readdirSync(root)
    .filter((name) => existsSync(join(root, name, "template.json")))
    .sort();
}

function readExample(root: string, folder: string): Example {
  const { name, description } = headSchema.parse(readJson(join(root, folder, "template.json")));
  const has = (file: string) => existsSync(join(root, folder, file));
  return { folder, name, description, hasRequest: has("request.json"), hasUploads: has("uploads") };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
