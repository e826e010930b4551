import { mkdir, writeFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import type { ImageFormat } from "@image-render/engine/formats";
import type { RenderedPicture } from "@image-render/engine";
import type { FileStates } from "../file-state.js";
import type { LocalRenderer } from "../local-renderer.js";
import { fileIssue, type LocatedIssue } from "../located-issue.js";
import { count, formatBytes, formatIssues, issueToJson } from "../print.js";
import { type RenderOutcome, renderLoaded } from "../render-files.js";
import { loadRenderInput } from "../render-input.js";
import { systemCode } from "../source-file.js";
import { paint, printable, type Terminal, write } from "../terminal.js";
import { type RenderPlan, STANDARD_OUTPUT } from "./render-plan.js";

/** The result of one render. */
interface Report {
  readonly changed: readonly string[];
  readonly issues: readonly LocatedIssue[];
  readonly warnings: readonly LocatedIssue[];
  readonly picture?: RenderedPicture & { readonly output: string; readonly format: ImageFormat };
  readonly durationMs: number;
}

export interface RenderRound {
  /** The changed files that caused this render. Empty for the first render. */
  readonly changed?: readonly string[];
  /** Reports a failure of the renderer instead of throwing it. */
  readonly keepGoing?: boolean;
}

/** The renders of one command. Each reads the files, writes the picture and prints a report. */
export class RenderSession {
  readonly #plan: RenderPlan;
  readonly #renderer: LocalRenderer;
  readonly #terminal: Terminal;

  constructor(plan: RenderPlan, renderer: LocalRenderer, terminal: Terminal) {
    this.#plan = plan;
    this.#renderer = renderer;
    this.#terminal = terminal;
  }

  /** Renders once, writes the picture and prints the report. */
  async render({ changed = [], keepGoing = false }: RenderRound = {}): Promise<{ ok: boolean; files: FileStates }> {
    const startMs = performance.now();
    const loaded = await loadRenderInput(this.#plan.source);
    const { files } = loaded;
    try {
      const outcome = await renderLoaded(loaded, this.#renderer);
      const delivered = await this.#deliver(outcome);
      const durationMs = performance.now() - startMs;
      await this.#report({ changed, warnings: outcome.warnings, ...delivered, durationMs });
      return { ok: delivered.issues.length === 0, files };
    } catch (error) {
      if (!keepGoing) throw error;
      const issue = fileIssue(this.#plan.source.template, error instanceof Error ? error.message : String(error));
      await this.#report({ changed, issues: [issue], warnings: [], durationMs: performance.now() - startMs });
      return { ok: false, files };
    }
  }

  /** Says once that the command waits for changes. */
  announceWaiting(): void {
    if (this.#hasAnnounced || this.#plan.json) return;
    this.#hasAnnounced = true;
    const text = "Watching for changes. Press Ctrl+C to stop.";
    this.#terminal.err.write(paint(this.#terminal.err, "quiet", text) + "\n");
  }

  #hasAnnounced = false;

  /** Writes the picture. It never overwrites a file that the picture depends on. */
  async #deliver({ input, picture, issues, files }: RenderOutcome): Promise<Pick<Report, "issues" | "picture">> {
    if (input === undefined || picture === undefined) return { issues };
    const { format } = input.request;
    const output = this.#plan.output ?? outputNextTo(this.#plan.source.template, format);
    const delivered = { issues, picture: { ...picture, output, format } };
    if (output === STANDARD_OUTPUT) {
      await write(this.#terminal.out, picture.bytes);
      return delivered;
    }
    const path = resolve(this.#terminal.folder, output);
    if (files.has(path)) {
      const message = "The picture would overwrite a file that it is made from. Name another file with --output.";
      return { issues: [fileIssue(output, message)] };
    }
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, picture.bytes);
      return delivered;
    } catch (error) {
      return { issues: [fileIssue(output, `The picture cannot be written here (${systemCode(error)}).`)] };
    }
  }

  async #report(report: Report): Promise<void> {
    const stream = this.#plan.output === STANDARD_OUTPUT ? this.#terminal.err : this.#terminal.out;
    if (this.#plan.json) {
      await write(stream, JSON.stringify(this.#toJson(report)) + "\n");
      return;
    }
    const { err } = this.#terminal;
    const names = report.changed.map((file) => printable(relative(this.#terminal.folder, file)));
    if (names.length > 0) await write(err, paint(err, "quiet", `Changed: ${names.join(", ")}`) + "\n");
    await write(err, formatIssues(err, report));
    if (report.picture === undefined) {
      await write(err, `${count(report.issues.length, "error")}, no picture written\n`);
      return;
    }
    const { output, width, height, bytes } = report.picture;
    const facts = `${width} × ${height}, ${formatBytes(bytes.length)}, ${Math.round(report.durationMs)} ms`;
    const name = output === STANDARD_OUTPUT ? "standard output" : printable(output);
    await write(stream, `${paint(stream, "success", name)}  ${facts}\n`);
  }

  #toJson({ changed, issues, warnings, picture, durationMs }: Report): Record<string, unknown> {
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
      ok: issues.length === 0,
      template: this.#plan.source.template,
      ...made,
      durationMs: Math.round(durationMs),
      ...(changed.length === 0 ? {} : { changed: changed.map((file) => relative(this.#terminal.folder, file)) }),
      warnings: warnings.map(issueToJson),
      issues: issues.map(issueToJson),
    };
  }
}

/** Returns the path of the picture: `cards/template.json` becomes `cards/template.png`. */
function outputNextTo(template: string, format: ImageFormat): string {
  return `${template.replace(/\.json$/i, "")}.${format}`;
}
