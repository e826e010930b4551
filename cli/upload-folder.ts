/** Stands in for the service's uploads: files of a folder, each called by the id of an upload, with whatever ending. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, parse } from "node:path";
import { ServiceError } from "../core/contract/errors.js";
import { MAX_IMAGE_BYTES } from "../core/contract/limits.js";
import { type Uploads } from "../core/rendering/uploads/uploads.js";
import { type FileStates, stateOf } from "./file-state.js";

export interface UploadFolder {
  readonly uploads: Uploads;
  /** What the result depends on, as it was before any file was read: the files that the ids name, and the folder if it lacks one. */
  readonly files: FileStates;
}

/** Looks for the files of some uploads; they are read when they are asked for. Without a folder there are none. */
export async function openUploadFolder(folder: string | undefined, ids: readonly string[]): Promise<UploadFolder> {
  const names = folder === undefined || ids.length === 0 ? [] : await namesIn(folder);
  const paths = new Map<string, string>();
  for (const name of names) {
    const id = parse(name).name.toLowerCase();
    if (ids.includes(id)) paths.set(id, join(folder ?? "", name));
  }
  const files = new Map<string, string>();
  for (const path of paths.values()) files.set(path, await stateOf(path));
  // A renderer takes an upload for something that never changes: files that did are another owner's.
  const owner = JSON.stringify([...files]);
  // A file that is put in later changes the folder.
  if (folder !== undefined && ids.some((id) => !paths.has(id))) files.set(folder, await stateOf(folder));
  return { uploads: { owner, load: async (id) => await readUpload(paths.get(id), id, folder) }, files };
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
    throw invalid(
      "An uploaded file is known to its service alone; name a local file instead, or a folder by --uploads.",
    );
  }
  if (path === undefined) throw invalid(`There is no file in ${folder} that is called ${id}.`);
  const { size } = await stat(path);
  if (size > MAX_IMAGE_BYTES) throw invalid(`The file ${path} is larger than ${MAX_IMAGE_BYTES / 1024 ** 2} MB.`);
  return await readFile(path);
}

function invalid(message: string): ServiceError {
  return new ServiceError("VALIDATION_ERROR", message);
}
