/**
 * Replaces the uploads of a service with a folder. It contains one file for each upload. The name of the file is the
 * upload's ID with any extension.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, parse } from "node:path";
import { EngineError } from "@image-render/engine/issues";
import { MAX_IMAGE_BYTES } from "../core/contract/limits.js";
import type { Uploads } from "@image-render/engine";
import { type FileStates, stateOf } from "./file-state.js";

export interface UploadFolder {
  readonly uploads: Uploads;
  /** The states of the files for the IDs before they are read. Also contains the folder if a file is missing. */
  readonly files: FileStates;
}

/**
 * Finds the files of some uploads. Reads a file only when the renderer loads it. Without a folder, finds no files.
 *
 * @param local the bytes of files that have no upload, by an ID that stands for them
 */
export async function openUploadFolder(
  folder: string | undefined,
  ids: readonly string[],
  local: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<UploadFolder> {
  const names = folder === undefined || ids.length === 0 ? [] : await namesIn(folder);
  const paths = new Map<string, string>();
  for (const name of names) {
    const id = parse(name).name.toLowerCase();
    if (ids.includes(id)) paths.set(id, join(folder ?? "", name));
  }
  const files = new Map<string, string>();
  for (const path of paths.values()) files.set(path, await stateOf(path));
  // The renderer caches uploads by owner and ID, because uploads never change. Files do, so each change creates a new
  // owner.
  const owner = JSON.stringify([...files]);
  // The state of the folder changes when a missing file is added.
  if (folder !== undefined && ids.some((id) => !paths.has(id))) files.set(folder, await stateOf(folder));
  return {
    uploads: { owner, load: async (id) => local.get(id) ?? (await readUpload(paths.get(id), id, folder)) },
    files,
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

async function readUpload(path: string | undefined, id: string, folder: string | undefined): Promise<Uint8Array> {
  if (folder === undefined) {
    throw invalid("Only the service has its uploads. Name a local file instead, or give a folder with --uploads.");
  }
  if (path === undefined) throw invalid(`The folder ${folder} has no file with the name ${id} and any extension.`);
  const { size } = await stat(path);
  if (size > MAX_IMAGE_BYTES) throw invalid(`The file ${path} is larger than ${MAX_IMAGE_BYTES / 1024 ** 2} MB.`);
  return await readFile(path);
}

function invalid(message: string): EngineError {
  return new EngineError("VALIDATION_ERROR", message);
}
