import { mkdir, writeFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { type ImageFormat } from "../../core/contract/image-format.js";
import { type RenderedPicture } from "../../core/rendering/picture.js";
import { type FileStates } from "../file-state.js";
import { type Finding, fileFinding } from "../finding.js";
import { loadJob } from "../job.js";
import { count, findingToJson, formatBytes, formatFindings } from "../print.js";
import { type JobResult, renderLoaded } from "../run-job.js";
import { systemCode } from "../source-file.js";
import { paint, printable, type Terminal, write } from "../terminal.js";
import { type Workshop } from "../workshop.js";
import { type RenderPlan, STANDARD_OUTPUT } from "./render-plan.js";

/** What one render reports. */
interface Report {
  readonly changed: readonly string[];
  readonly faults: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly picture?: RenderedPicture & { readonly output: string; readonly format: ImageFormat };
  readonly durationMs: number;
}

export interface RenderRound {
  /** The files whose change is the reason; none at first. */
  readonly changed?: readonly string[];
  /** Reports a failure of the renderer itself instead of throwing it. */
  readonly keepGoing?: boolean;
}

/** The renders of one command: from files to a file, and to a report. */
export class RenderSession {
  constructor(
    private readonly plan: RenderPlan,
    private readonly workshop: Workshop,
    private readonly terminal: Terminal,
  ) {}

  /** Renders once, writes the picture and reports. */
  async render({ changed = [], keepGoing = false }: RenderRound = {}): Promise<{ ok: boolean; files: FileStates }> {
    const startMs = performance.now();
    const loaded = await loadJob(this.plan.source);
    const { files } = loaded;
    try {
      const result = await renderLoaded(loaded, this.workshop);
      const outcome = await this.deliver(result);
      await this.report({ changed, warnings: result.warnings, ...outcome, durationMs: performance.now() - startMs });
      return { ok: outcome.faults.length === 0, files };
    } catch (error) {
      if (!keepGoing) throw error;
      const fault = fileFinding(this.plan.source.template, error instanceof Error ? error.message : String(error));
      await this.report({ changed, faults: [fault], warnings: [], durationMs: performance.now() - startMs });
      return { ok: false, files };
    }
  }

  /** Says once what a watching command waits for. */
  announceWaiting(): void {
    if (this.hasAnnounced || this.plan.json) return;
    this.hasAnnounced = true;
    this.terminal.err.write(paint(this.terminal.err, "quiet", "Watching for changes; Ctrl+C ends.") + "\n");
  }

  private hasAnnounced = false;

  /** Writes a picture where it belongs. Nothing that it was made from is ever overwritten. */
  private async deliver({ job, picture, faults, files }: JobResult): Promise<Pick<Report, "faults" | "picture">> {
    if (job === undefined || picture === undefined) return { faults };
    const { format } = job.request;
    const output = this.plan.output ?? besideTemplate(this.plan.source.template, format);
    const delivered = { faults, picture: { ...picture, output, format } };
    if (output === STANDARD_OUTPUT) {
      await write(this.terminal.out, picture.bytes);
      return delivered;
    }
    const path = resolve(this.terminal.folder, output);
    if (files.has(path)) {
      const message = "The picture would overwrite what it is made from; name another file by --output.";
      return { faults: [fileFinding(output, message)] };
    }
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, picture.bytes);
      return delivered;
    } catch (error) {
      return { faults: [fileFinding(output, `The picture cannot be written here (${systemCode(error)}).`)] };
    }
  }

  private async report(report: Report): Promise<void> {
    const stream = this.plan.output === STANDARD_OUTPUT ? this.terminal.err : this.terminal.out;
    if (this.plan.json) {
      await write(stream, JSON.stringify(this.toJson(report)) + "\n");
      return;
    }
    const { err } = this.terminal;
    const names = report.changed.map((file) => printable(relative(this.terminal.folder, file)));
    if (names.length > 0) await write(err, paint(err, "quiet", `${names.join(", ")} changed`) + "\n");
    await write(err, formatFindings(err, report));
    if (report.picture === undefined) {
      await write(err, `${count(report.faults.length, "fault")}, no picture\n`);
      return;
    }
    const { output, width, height, bytes } = report.picture;
    const facts = `${width} × ${height}, ${formatBytes(bytes.length)}, ${Math.round(report.durationMs)} ms`;
    const name = output === STANDARD_OUTPUT ? "standard output" : printable(output);
    await write(stream, `${paint(stream, "success", name)}  ${facts}\n`);
  }

  private toJson({ changed, faults, warnings, picture, durationMs }: Report): Record<string, unknown> {
    const made =
      picture === undefined
        ? {}
        : {
            output: picture.output,
            format: picture.format,
            width: picture.width,
            height: picture.height,
            bytes: picture.bytes.length,
          };
    return {
      ok: faults.length === 0,
      template: this.plan.source.template,
      ...made,
      durationMs: Math.round(durationMs),
      ...(changed.length === 0 ? {} : { changed: changed.map((file) => relative(this.terminal.folder, file)) }),
      warnings: warnings.map(findingToJson),
      faults: faults.map(findingToJson),
    };
  }
}

/** `cards/template.json` makes `cards/template.png`. */
function besideTemplate(template: string, format: ImageFormat): string {
  return `${template.replace(/\.json$/i, "")}.${format}`;
}
