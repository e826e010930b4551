/**
 * Objects as plain files, with their metadata in a parallel tree:
 *
 *   <dataDir>/<bucket>/<path>             the bytes
 *   <dataDir>/.meta/<bucket>/<path>.json  the metadata
 *   <dataDir>/.staging/<bodyId>           bytes of an upload, a copy or a deletion in progress
 *
 * An object exists if its metadata file exists. The file is created by renaming and names the bytes by `bodyId`. So
 * `recover` can decide after a kill at any time which staged bytes belong to an object: it moves these bytes to their
 * path and deletes the others. A lock per key serializes all access in this process. A power failure can lose data,
 * because nothing is synced.
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

/** Bytes in the staging folder that will become an object. */
export interface StagedBody {
  readonly bodyId: string;
  readonly path: string;
}

/** The metadata of an object and its open file. The caller closes the file. */
export interface OpenObject {
  readonly metadata: ObjectMetadata;
  readonly file: FileHandle;
}

/** Returns the new metadata of an object. If it throws, nothing changes. */
export type MetadataChange = (current: ObjectMetadata | undefined) => Omit<ObjectMetadata, "key" | "bodyId">;

export class ObjectStore {
  readonly #locks = new KeyLocks();
  readonly #dataDir: string;
  readonly #metaDir: string;
  readonly #stagingDir: string;

  private constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#metaDir = join(dataDir, ".meta");
    this.#stagingDir = join(dataDir, ".staging");
  }

  /** Opens the folder. Changes that a killed process left incomplete are completed or undone. */
  static async open(dataDir: string): Promise<ObjectStore> {
    const store = new ObjectStore(dataDir);
    await mkdir(store.#metaDir, { recursive: true });
    await mkdir(store.#stagingDir, { recursive: true });
    await store.#recover();
    return store;
  }

  async ensureBucket(bucket: string): Promise<void> {
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
      throw new AwsError("InvalidBucketName", `The specified bucket is not valid: ${bucket}.`);
    }
    await mkdir(join(this.#dataDir, bucket), { recursive: true });
    await mkdir(join(this.#metaDir, bucket), { recursive: true });
  }

  async removeBucket(bucket: string): Promise<void> {
    if ((await this.keys(bucket, "")).length > 0) {
      throw new AwsError("BucketNotEmpty", "The bucket you tried to delete is not empty.", 409);
    }
    for (const dir of [this.#dataDir, this.#metaDir]) await rm(join(dir, bucket), { recursive: true, force: true });
  }

  async buckets(): Promise<string[]> {
    return (await readdir(this.#metaDir)).sort();
  }

  /** Opens a consistent view of metadata and bytes: a later change does not affect the open file. */
  open(bucket: string, key: string): Promise<OpenObject | undefined> {
    return this.#locks.run(`${bucket}/${key}`, async () => {
      const metadata = await this.#read(bucket, key);
      return metadata && { metadata, file: await open(this.#bodyPath(bucket, key)) };
    });
  }

  head(bucket: string, key: string): Promise<ObjectMetadata | undefined> {
    return this.#locks.run(`${bucket}/${key}`, () => this.#read(bucket, key));
  }

  /** Returns a path for new bytes. The caller writes them, then calls `commit` or `discard`. */
  stage(): StagedBody {
    const bodyId = randomUUID();
    return { bodyId, path: join(this.#stagingDir, bodyId) };
  }

  /** Copies the bytes of an object to the staging folder, for a new object. */
  stageCopy(
    bucket: string,
    key: string,
    check: (metadata: ObjectMetadata) => void,
  ): Promise<{ metadata: ObjectMetadata; body: StagedBody } | undefined> {
    return this.#locks.run(`${bucket}/${key}`, async () => {
      const metadata = await this.#read(bucket, key);
      if (!metadata) return undefined;
      check(metadata);
      const body = this.stage();
      await copyFile(this.#bodyPath(bucket, key), body.path, constants.COPYFILE_FICLONE);
      return { metadata, body };
    });
  }

  async discard(body: StagedBody): Promise<void> {
    await rm(body.path, { force: true });
  }

  /** Makes staged bytes the content of an object. `change` runs while the key is locked. */
  commit(bucket: string, key: string, body: StagedBody, change: MetadataChange): Promise<ObjectMetadata> {
    return this.#locks.run(`${bucket}/${key}`, async () => {
      try {
        const metadata = { ...change(await this.#read(bucket, key)), key, bodyId: body.bodyId };
        await this.#write(bucket, metadata);
        await moveInto(body.path, this.#bodyPath(bucket, key));
        return metadata;
      } catch (error) {
        await this.discard(body);
        throw error;
      }
    });
  }

  /** Changes only the metadata of an object; undefined if the object does not exist. */
  update(
    bucket: string,
    key: string,
    change: (current: ObjectMetadata) => ObjectMetadata,
  ): Promise<ObjectMetadata | undefined> {
    return this.#locks.run(`${bucket}/${key}`, async () => {
      const current = await this.#read(bucket, key);
      if (!current) return undefined;
      const changed = change(current);
      await this.#write(bucket, changed);
      return changed;
    });
  }

  /** Deletes an object and returns its metadata; undefined if it does not exist. */
  remove(
    bucket: string,
    key: string,
    check: (current: ObjectMetadata | undefined) => void = () => undefined,
  ): Promise<ObjectMetadata | undefined> {
    return this.#locks.run(`${bucket}/${key}`, async () => {
      const metadata = await this.#read(bucket, key);
      check(metadata);
      if (!metadata) return undefined;
      const aside = join(this.#stagingDir, metadata.bodyId);
      await rename(this.#bodyPath(bucket, key), aside);
      await rm(this.#metadataPath(bucket, key));
      await rm(aside);
      await removeEmptyFolders(dirname(this.#bodyPath(bucket, key)), join(this.#dataDir, bucket));
      await removeEmptyFolders(dirname(this.#metadataPath(bucket, key)), join(this.#metaDir, bucket));
      return metadata;
    });
  }

  /** Returns all keys of the bucket that start with the prefix, in no particular order. */
  async keys(bucket: string, prefix: string): Promise<string[]> {
    const root = join(this.#metaDir, bucket);
    const keys: string[] = [];
    for await (const path of filesBelow(join(root, folderOfPrefix(prefix)))) {
      const name = relative(root, path).split(sep).join("/").slice(0, -".json".length);
      const key = keyOfPath(name) ?? (await readMetadata(path))?.key;
      if (key?.startsWith(prefix)) keys.push(key);
    }
    return keys;
  }

  async #recover(): Promise<void> {
    const staged = new Set(await readdir(this.#stagingDir));
    if (staged.size === 0) return;
    for await (const path of filesBelow(this.#metaDir)) {
      const metadata = await readMetadata(path);
      if (!metadata || !staged.delete(metadata.bodyId)) continue;
      const place = join(this.#dataDir, relative(this.#metaDir, path).slice(0, -".json".length));
      await moveInto(join(this.#stagingDir, metadata.bodyId), place);
    }
    for (const name of staged) await rm(join(this.#stagingDir, name), { force: true });
  }

  #read(bucket: string, key: string): Promise<ObjectMetadata | undefined> {
    return readMetadata(this.#metadataPath(bucket, key));
  }

  async #write(bucket: string, metadata: ObjectMetadata): Promise<void> {
    const temporary = join(this.#stagingDir, `${randomUUID()}.json`);
    await writeFile(temporary, JSON.stringify(metadata, undefined, 2));
    await moveInto(temporary, this.#metadataPath(bucket, metadata.key));
  }

  #bodyPath(bucket: string, key: string): string {
    return join(this.#dataDir, bucket, pathOfKey(key));
  }

  #metadataPath(bucket: string, key: string): string {
    return join(this.#metaDir, bucket, `${pathOfKey(key)}.json`);
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

/**
 * Renames a file. Creates the target folder, and creates it again if the deletion of its last object removes it in the
 * meantime.
 */
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
      return; // Not empty, or already removed.
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
