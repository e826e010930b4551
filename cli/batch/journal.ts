/**
 * The journal of a run: `irs-batch.jsonl` in the folder of the pictures. Each line is on disk before the next step, so
 * a run can stop at any point and continue from there.
 */
import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { UsageError } from "../usage-error.js";

const FILE = "irs-batch.jsonl";

const startSchema = z.object({
  kind: z.literal("start"),
  /** The ID of the run. Idempotency keys contain it, so that another run with the same data makes its own pictures. */
  run: z.string(),
  /** The digest of the data and of everything else that the pictures depend on. */
  digest: z.string(),
  /** The version of the template. It stays the same when the run continues. */
  version: z.int(),
});
const lineSchema = z.discriminatedUnion("kind", [
  startSchema,
  /** The service has accepted a batch with these rows. */
  z.object({ kind: z.literal("batch"), id: z.uuid(), rows: z.array(z.int()) }),
  z.object({ kind: z.literal("done"), row: z.int() }),
  z.object({ kind: z.literal("failed"), row: z.int(), error: z.string() }),
]);
type Line = z.infer<typeof lineSchema>;

export interface OpenBatch {
  readonly id: string;
  /** The numbers of its rows, in the order of its jobs. */
  readonly rows: readonly number[];
}

export class Journal {
  readonly #path: string;
  #start: z.infer<typeof startSchema> | undefined;
  readonly #batches: OpenBatch[] = [];
  readonly done = new Set<number>();
  /** The last error of each row that failed and was not sent again. */
  readonly failed = new Map<number, string>();
  /** The number of times that each row was sent. */
  readonly sent = new Map<number, number>();

  private constructor(path: string) {
    this.#path = path;
  }

  /** @throws UsageError if the journal cannot be read */
  static open(folder: string): Journal {
    const journal = new Journal(join(folder, FILE));
    if (!existsSync(journal.#path)) return journal;
    const text = readFileSync(journal.#path, "utf8");
    // A killed run can leave an incomplete last line.
    const complete = text.slice(0, text.lastIndexOf("\n") + 1);
    if (complete.length < text.length) truncateSync(journal.#path, Buffer.byteLength(complete));
    for (const [index, line] of complete.split("\n").slice(0, -1).entries()) {
      const parsed = lineSchema.safeParse(parseJson(line));
      if (parsed.success) journal.#apply(parsed.data);
      else throw new UsageError(`${journal.#path}:${index + 1} is damaged. Use another folder.`);
    }
    return journal;
  }

  get version(): number | undefined {
    return this.#start?.version;
  }

  get run(): string {
    return this.#start?.run ?? "";
  }

  /** Starts the run, or checks that it is the same one. @throws UsageError */
  begin(digest: string, version: number): void {
    if (this.#start === undefined) this.#write({ kind: "start", run: randomUUID(), digest, version });
    else if (this.#start.digest !== digest) {
      throw new UsageError(
        `${this.#path} belongs to other data, or to another template or format. Use another folder with --out.`,
      );
    }
  }

  /** Returns the accepted batches with rows that are neither done nor failed. */
  openBatches(): readonly OpenBatch[] {
    return this.#batches;
  }

  addBatch(id: string, rows: readonly number[]): void {
    this.#write({ kind: "batch", id, rows: [...rows] });
  }

  addDone(row: number): void {
    this.#write({ kind: "done", row });
  }

  addFailed(row: number, error: string): void {
    this.#write({ kind: "failed", row, error });
  }

  #write(line: Line): void {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`, { flush: true });
    this.#apply(line);
  }

  #apply(line: Line): void {
    if (line.kind === "start") this.#start = line;
    else if (line.kind === "batch") {
      this.#batches.push(line);
      for (const row of line.rows) {
        this.sent.set(row, (this.sent.get(row) ?? 0) + 1);
        this.failed.delete(row);
      }
    } else {
      if (line.kind === "done") this.done.add(line.row);
      else this.failed.set(line.row, line.error);
      const isOpen = ({ rows }: OpenBatch) => rows.some((row) => !this.done.has(row) && !this.failed.has(row));
      const open = this.#batches.filter(isOpen);
      this.#batches.splice(0, this.#batches.length, ...open);
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
