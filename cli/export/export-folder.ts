/**
 * The folder of an export. Everything finished stays finished: an interrupted export continues where it stopped.
 *
 * Lists are files with one line of JSON for each entry. After each page, the folder stores how long the file is and where
 * the next page starts. If the file is longer, its last write was interrupted, and the file is cut.
 */
import {
  appendFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import * as z from "zod";
import { UsageError } from "../usage-error.js";

const STATE = "export-state.json";
export const MANIFEST = "manifest.json";

const listStateSchema = z.object({
  bytes: z.int().min(0),
  entries: z.int().min(0),
  /** Where the next page starts. */
  next: z.string().optional(),
  isComplete: z.boolean(),
});
export type ListState = z.infer<typeof listStateSchema>;

const stateSchema = z.object({
  workspaceId: z.uuid(),
  startedAt: z.iso.datetime(),
  lists: z.record(z.string(), listStateSchema),
  /** Files that the service no longer has, and the reason. */
  missing: z.record(z.string(), z.string()),
});
type State = z.infer<typeof stateSchema>;

const NEW_LIST: ListState = { bytes: 0, entries: 0, isComplete: false };

export class ExportFolder {
  readonly #path: string;
  readonly #state: State;

  private constructor(path: string, state: State) {
    this.#path = path;
    this.#state = state;
  }

  /** Opens a new folder, or one with an export that was interrupted. @throws UsageError for any other folder */
  static open(path: string, workspaceId: string): ExportFolder {
    mkdirSync(path, { recursive: true });
    const file = join(path, STATE);
    if (existsSync(join(path, MANIFEST)))
      throw new UsageError(`${path} already has a complete export. Use another folder.`);
    const stored = existsSync(file) ? stateSchema.safeParse(parseJson(readFileSync(file, "utf8"))) : undefined;
    if (stored?.success === false) throw new UsageError(`${file} is damaged. Use another folder.`);
    const state = stored?.data ?? { workspaceId, startedAt: new Date().toISOString(), lists: {}, missing: {} };
    if (state.workspaceId !== workspaceId) throw new UsageError(`${path} has the export of another workspace.`);
    const folder = new ExportFolder(path, state);
    folder.#save();
    return folder;
  }

  get startedAt(): string {
    return this.#state.startedAt;
  }

  /** Returns the number of entries by list. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(Object.entries(this.#state.lists).map(([file, { entries }]) => [file, entries]));
  }

  get missing(): Readonly<Record<string, string>> {
    return this.#state.missing;
  }

  has(file: string): boolean {
    return existsSync(join(this.#path, file)) || this.#state.missing[file] !== undefined;
  }

  /** Returns the state of a list, and cuts its file to the length that was stored. */
  openList(file: string): ListState {
    const path = this.#prepare(file);
    const state = this.#state.lists[file] ?? NEW_LIST;
    if (!existsSync(path)) writeFileSync(path, "");
    else truncateSync(path, state.bytes);
    return state;
  }

  /** Appends a page to a list. */
  addPage(file: string, before: ListState, entries: readonly unknown[], next: string | undefined): ListState {
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
    appendFileSync(join(this.#path, file), text, { flush: true });
    const state = {
      bytes: before.bytes + Buffer.byteLength(text),
      entries: before.entries + entries.length,
      isComplete: next === undefined,
      ...(next !== undefined && { next }),
    };
    this.#state.lists[file] = state;
    this.#save();
    return state;
  }

  addMissing(file: string, reason: string): void {
    this.#state.missing[file] = reason;
    this.#save();
  }

  /** Writes a file in one step, so that an existing file is always complete. */
  writeJson(file: string, value: unknown): void {
    const path = this.#prepare(file);
    writeFileSync(`${path}.part`, `${JSON.stringify(value, null, 2)}\n`);
    renameSync(`${path}.part`, path);
  }

  /** Writes the bytes of a response as they arrive. */
  async writeBody(file: string, body: ReadableStream<Uint8Array>): Promise<void> {
    const path = this.#prepare(file);
    await pipeline(Readable.fromWeb(body), createWriteStream(`${path}.part`));
    renameSync(`${path}.part`, path);
  }

  /** Writes the manifest, which says that the export is complete, and removes the state. */
  finish(manifest: unknown): void {
    this.writeJson(MANIFEST, manifest);
    rmSync(join(this.#path, STATE));
  }

  #prepare(file: string): string {
    const path = join(this.#path, file);
    mkdirSync(dirname(path), { recursive: true });
    return path;
  }

  #save(): void {
    this.writeJson(STATE, this.#state);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
