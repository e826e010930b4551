/** Writes a folder into a ZIP file, with bounded memory. */
import { createReadStream, createWriteStream, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { writeZip, type ZipEntry } from "../../core/shared/zip.js";

/** The file appears when it is complete. The names of entries start below the folder. */
export async function writeArchive(folder: string, file: string): Promise<void> {
  await pipeline(Readable.from(writeZip(Readable.from(entriesOf(folder)))), createWriteStream(`${file}.part`));
  renameSync(`${file}.part`, file);
}

function* entriesOf(folder: string): Generator<ZipEntry> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  for (const path of files) {
    const name = path.slice(folder.length + 1).replaceAll("\\", "/");
    yield { name, modifiedMs: statSync(path).mtimeMs, body: createReadStream(path) as AsyncIterable<Uint8Array> };
  }
}
