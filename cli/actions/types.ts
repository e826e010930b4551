import { setTimeout as after } from "node:timers/promises";
import { connect } from "../api/connect.js";
import { normalizeBaseUrl } from "../api/connection.js";
import type { TypesOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { count } from "../print.js";
import { reportError } from "../report-error.js";
import { paint, printable, type Terminal, write } from "../terminal.js";
import { folderStates, folderTemplates } from "../types/folder-templates.js";
import { saveModule } from "../types/save-module.js";
import { WorkspaceTemplates } from "../types/workspace-templates.js";
import { writeModule } from "../types/write-module.js";
import { UsageError } from "../usage-error.js";
import { nextChange } from "../watch-files.js";

/** How often a watch reads the list of the workspace's templates. */
const POLL_WORKSPACE_MS = 5_000;

/** The templates of a command: how to read them, and how to wait for a change. */
interface Source {
  /** Resolves to the text of the module and to the number of its templates. */
  readonly read: () => Promise<{ readonly text: string; readonly count: number }>;
  /** Starts to look for changes from now on. The result waits for the next one, or until the signal aborts. */
  readonly startWatch: () => Promise<(signal: AbortSignal) => Promise<unknown>>;
}

/**
 * Runs `irs types`.
 *
 * @param pollMs how often a watch of a workspace looks for changes
 * @throws UsageError, IssuesError, ApiError
 */
export async function writeTypes(
  terminal: Terminal,
  options: TypesOptions,
  pollMs = POLL_WORKSPACE_MS,
): Promise<number> {
  const { folder, out, watch } = options;
  if (watch === true && out === undefined) throw new UsageError("--watch needs --out, the file to write.");
  const source =
    folder === undefined ? await workspaceSource(terminal, options, pollMs) : folderSource(terminal, folder, options);
  if (watch === true && out !== undefined) return await watchTypes(terminal, source, out);
  const made = await source.read();
  if (out === undefined) await write(terminal.out, made.text);
  else await save(terminal, out, made);
  return EXIT.ok;
}

async function workspaceSource(terminal: Terminal, options: TypesOptions, pollMs: number): Promise<Source> {
  const workspace = new WorkspaceTemplates(await connect(options, terminal));
  return {
    read: async () => {
      const templates = await workspace.read();
      return { text: writeModule(templates, workspace.baseUrl), count: templates.length };
    },
    startWatch: () => Promise.resolve((signal) => after(pollMs, undefined, { signal }).catch(() => undefined)),
  };
}

function folderSource(terminal: Terminal, folder: string, options: TypesOptions): Source {
  const given = options.url ?? terminal.env["IRS_URL"];
  const baseUrl = given === undefined || given === "" ? undefined : normalizeBaseUrl(given);
  return {
    read: async () => {
      const { templates, withoutId, ...found } = await folderTemplates(folder, terminal.folder, baseUrl);
      for (const file of withoutId) {
        const text = `${printable(file)} is left out: it has no ID at ${printable(found.baseUrl)}. Push it first.`;
        await write(terminal.err, `${text}\n`);
      }
      return { text: writeModule(templates, `${found.baseUrl} in the folder ${folder}`), count: templates.length };
    },
    startWatch: async () => {
      const states = await folderStates(folder, terminal.folder);
      return (signal) => nextChange(states, signal);
    },
  };
}

/** Writes the file now and after each change, until the signal aborts. A failure does not end the watch. */
async function watchTypes(terminal: Terminal, source: Source, out: string): Promise<number> {
  const signal = terminal.onInterrupt();
  const { err } = terminal;
  let failure: string | undefined;
  await write(err, paint(err, "quiet", "Watching for changes. Press Ctrl+C to stop.") + "\n");
  do {
    const wait = await source.startWatch();
    try {
      await save(terminal, out, await source.read());
      failure = undefined;
    } catch (error) {
      const message = String(error);
      // If each poll has the same failure, it is reported only once.
      if (message !== failure) await reportError(error, terminal);
      failure = message;
    }
    await wait(signal);
  } while (!signal.aborted);
  return EXIT.ok;
}

async function save(
  terminal: Terminal,
  out: string,
  made: { readonly text: string; readonly count: number },
): Promise<void> {
  if (!(await saveModule(out, terminal.folder, made.text))) return;
  const facts = count(made.count, "template");
  await write(terminal.out, `${paint(terminal.out, "success", printable(out))}  ${facts}\n`);
}
