/**
 * Objects as plain files, each with its metadata in a tree beside them:
 *
 *   <dataDir>/<bucket>/<path>             the bytes
 *   <dataDir>/.meta/<bucket>/<path>.json  the metadata
 *   <dataDir>/.staging/<bodyId>           bytes on their way into or out of their place
 *
 * The metadata file decides: renaming it into its place makes an object exist, and removing it makes it cease to. It
 * names its bytes by `bodyId`, so whatever moment a process is killed at, `recover` can tell staged bytes that belong to
 * an object (and puts them in place) from those that don't (and drops them). All else in this process that looks at a
 * key waits for its lock in the meantime. Not meant to outlast a power failure: nothing is synced.
 */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import {
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  writeFile,
} from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { isMissing } from "../atomic-file.js";
import { AwsError } from "../aws-error.js";
import { KeyLocks } from "./key-locks.js";
import { type ObjectMetadata, objectMetadataSchema } from "./object-metadata.js";
import { folderOfPrefix, keyOfPath, pathOfKey } from "./object-paths.js";

/** Bytes that wait in the staging folder for an object to take them. */
export interface StagedBody {
  readonly bodyId: string;
  readonly path: string;
}

/** An object's metadata and its open file; the caller closes the file. */
export interface OpenObject {
  readonly metadata: ObjectMetadata;
  readonly file: FileHandle;
}

/** Decides on an object's new metadata given its present one; throwing leaves everything as it was. */
export type MetadataChange = (current: ObjectMetadata | undefined) => Omit<ObjectMetadata, "key" | "bodyId">;

export class ObjectStore {
  private readonly locks = new KeyLocks();
  private readonly metaDir: string;
  private readonly stagingDir: string;

  private constructor(private readonly dataDir: string) {
    this.metaDir = join(dataDir, ".meta");
    this.stagingDir = join(dataDir, ".staging");
  }

  /** Opens the folder and finishes or undoes what a killed process left half done. */
  static async open(dataDir: string): Promise<ObjectStore> {
    const store = new ObjectStore(dataDir);
    await mkdir(store.metaDir, { recursive: true });
    await mkdir(store.stagingDir, { recursive: true });
    await store.recover();
    return store;
  }

  async ensureBucket(bucket: string): Promise<void> {
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
      throw new AwsError("InvalidBucketName", `The specified bucket is not valid: ${bucket}.`);
    }
    await mkdir(join(this.dataDir, bucket), { recursive: true });
    await mkdir(join(this.metaDir, bucket), { recursive: true });
  }

  async buckets(): Promise<string[]> {
    return (await readdir(this.metaDir)).sort();
  }

  /** The object's metadata and bytes as of one moment: a later change leaves the open file as it is. */
  open(bucket: string, key: string): Promise<OpenObject | undefined> {
    return this.locks.run(`${bucket}/${key}`, async () => {
      const metadata = await this.read(bucket, key);
      return metadata && { metadata, file: await open(this.bodyPath(bucket, key)) };
    });
  }

  head(bucket: string, key: string): Promise<ObjectMetadata | undefined> {
    return this.locks.run(`${bucket}/${key}`, () => this.read(bucket, key));
  }

  /** A place for new bytes. Whoever fills it hands it to `commit` or to `discard`. */
  stage(): StagedBody {
    const bodyId = randomUUID();
    return { bodyId, path: join(this.stagingDir, bodyId) };
  }

  /** An object's bytes copied into the staging folder, for another object to take. */
  stageCopy(
    bucket: string,
    key: string,
    check: (metadata: ObjectMetadata) => void,
  ): Promise<{ metadata: ObjectMetadata; body: StagedBody } | undefined> {
    return this.locks.run(`${bucket}/${key}`, async () => {
      const metadata = await this.read(bucket, key);
      if (!metadata) return undefined;
      check(metadata);
      const body = this.stage();
      await copyFile(this.bodyPath(bucket, key), body.path, constants.COPYFILE_FICLONE);
      return { metadata, body };
    });
  }

  async discard(body: StagedBody): Promise<void> {
    await rm(body.path, { force: true });
  }

  /** Puts staged bytes in the object's place under metadata that is decided on while nobody else can change it. */
  commit(bucket: string, key: string, body: StagedBody, change: MetadataChange): Promise<ObjectMetadata> {
    return this.locks.run(`${bucket}/${key}`, async () => {
      try {
        const metadata = { ...change(await this.read(bucket, key)), key, bodyId: body.bodyId };
        await this.write(bucket, metadata);
        await moveInto(body.path, this.bodyPath(bucket, key));
        return metadata;
      } catch (error) {
        await this.discard(body);
        throw error;
      }
    });
  }

  /** Changes the metadata of an object alone; undefined when there is none. */
  update(
    bucket: string,
    key: string,
    change: (current: ObjectMetadata) => ObjectMetadata,
  ): Promise<ObjectMetadata | undefined> {
    return this.locks.run(`${bucket}/${key}`, async () => {
      const current = await this.read(bucket, key);
      if (!current) return undefined;
      const changed = change(current);
      await this.write(bucket, changed);
      return changed;
    });
  }

  /** Removes an object and returns what it was; undefined when there was none. */
  remove(
    bucket: string,
    key: string,
    check: (current: ObjectMetadata | undefined) => void = () => undefined,
  ): Promise<ObjectMetadata | undefined> {
    return this.locks.run(`${bucket}/${key}`, async () => {
      const metadata = await this.read(bucket, key);
      check(metadata);
      if (!metadata) return undefined;
      const aside = join(this.stagingDir, metadata.bodyId);
      await rename(this.bodyPath(bucket, key), aside);
      await rm(this.metadataPath(bucket, key));
      await rm(aside);
      await removeEmptyFolders(dirname(this.bodyPath(bucket, key)), join(this.dataDir, bucket));
      await removeEmptyFolders(dirname(this.metadataPath(bucket, key)), join(this.metaDir, bucket));
      return metadata;
    });
  }

  /** Every key of the bucket that begins with the prefix, in no order. */
  async keys(bucket: string, prefix: string): Promise<string[]> {
    const root = join(this.metaDir, bucket);
    const keys: string[] = [];
    for await (const path of filesBelow(join(root, folderOfPrefix(prefix)))) {
      const name = relative(root, path).split(sep).join("/").slice(0, -".json".length);
      const key = keyOfPath(name) ?? (await readMetadata(path))?.key;
      if (key?.startsWith(prefix)) keys.push(key);
    }
    return keys;
  }

  private async recover(): Promise<void> {
    const staged = new Set(await readdir(this.stagingDir));
    if (staged.size === 0) return;
    for await (const path of filesBelow(this.metaDir)) {
      const metadata = await readMetadata(path);
      if (!metadata || !staged.delete(metadata.bodyId)) continue;
      const place = join(this.dataDir, relative(this.metaDir, path).slice(0, -".json".length));
      await moveInto(join(this.stagingDir, metadata.bodyId), place);
    }
    for (const name of staged) await rm(join(this.stagingDir, name), { force: true });
  }

  private read(bucket: string, key: string): Promise<ObjectMetadata | undefined> {
    return readMetadata(this.metadataPath(bucket, key));
  }

  private async write(bucket: string, metadata: ObjectMetadata): Promise<void> {
    const temporary = join(this.stagingDir, `${randomUUID()}.json`);
    await writeFile(temporary, JSON.stringify(metadata, undefined, 2));
    await moveInto(temporary, this.metadataPath(bucket, metadata.key));
  }

  private bodyPath(bucket: string, key: string): string {
    return join(this.dataDir, bucket, pathOfKey(key));
  }

  private metadataPath(bucket: string, key: string): string {
    return join(this.metaDir, bucket, `${pathOfKey(key)}.json`);
  }
}

async function readMetadata(path: string): Promise<ObjectMetadata | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  return objectMetadataSchema.parse(JSON.parse(text));
}

/** Renames into a folder that is made if need be, and made again if the last object beside it is removed meanwhile. */
async function moveInto(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(to), { recursive: true });
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!isMissing(error) || attempt === 10) throw error;
    }
  }
}

async function removeEmptyFolders(folder: string, upTo: string): Promise<void> {
  for (let current = folder; current !== upTo; current = dirname(current)) {
    try {
      await rmdir(current);
    } catch {
      return; // Not empty, or another removal was quicker.
    }
  }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
