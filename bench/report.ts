import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";

const DOCUMENT = "docs/performance.md";

/**
 * Replaces the section of a run in docs/performance.md if the command line has `--write`. The text around the sections
 * stays.
 */
export function writeSection(name: string, content: string): void {
  if (!process.argv.includes("--write")) {
    process.stderr.write(`${DOCUMENT} is as before. Add -- --write to change it.\n`);
    return;
  }
  const [start, end] = [`<!-- ${name}: written by the run -->`, `<!-- end of ${name} -->`];
  const text = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, "utf8") : "# Performance\n";
  const section = `${start}\n\n${content}\n\n${end}`;
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  const isThere = from !== -1 && to !== -1;
  const whole = isThere ? text.slice(0, from) + section + text.slice(to + end.length) : `${text}\n${section}\n`;
  writeFileSync(DOCUMENT, whole);
}

/** Returns which commit a run measured, when, on what machine, and how busy the machine was. */
export function provenance(): string {
  const [first] = cpus();
  const load = loadavg().map((average) => average.toFixed(1));
  const machine = `${cpus().length} × ${first?.model.trim() ?? "unknown processor"}, ${process.platform} ${process.arch}`;
  return `Commit ${commit()}. Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${machine}. The average load of the last 1, 5 and 15 minutes was ${load.join(", ")}.`;
}

/** The commit of the working tree, and whether files differ from it. Changed documents do not count. */
function commit(): string {
  const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8" }).stdout.trim();
  const changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs");
  return `${git("rev-parse", "--short=10", "HEAD")}${changed === "" ? "" : " with changes"}`;
}

/** A table in Markdown. The first three columns are aligned to the left, the others to the right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0), 3),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column < 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = widths.map((width, column) => (column < 3 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(header), line(rule), ...rows.map(line)].join("\n");
}

/** Returns the value that is larger than this share of the samples: 0.5 is the median. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
