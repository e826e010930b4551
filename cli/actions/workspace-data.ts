/** Runs `irs workspaces export` and `irs workspaces delete`. */
import { existsSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ApiError as ServiceResponse } from "@image-render/client";
import { callerBodySchema, workspaceBodySchema } from "../../core/contract/access-api.js";
import type { ApiClient } from "../api/client.js";
import { connect } from "../api/connect.js";
import type { DeleteWorkspaceOptions, ExportWorkspaceOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { ExportFolder } from "../export/export-folder.js";
import { exportWorkspace } from "../export/export-workspace.js";
import { writeArchive } from "../export/write-archive.js";
import { parseId } from "../parse-id.js";
import { count } from "../print.js";
import { printable, type Terminal, write } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/** The data that an export cannot contain, as its manifest lists it. */
const NOT_INCLUDED = [
  "The texts of API keys and the secrets of webhooks: the service stores hashes and wrapped secrets.",
  "Templates that were deleted, and renders that their owner has deleted.",
  "Pictures and requests that the service has archived or deleted by their age: see `missing`.",
  "Log lines.",
];
const POLL_MS = 2_000;

/** Exports the workspace of the key. @throws UsageError, ApiError */
export async function exportOwnWorkspace(terminal: Terminal, options: ExportWorkspaceOptions): Promise<number> {
  const client = await connect(options, terminal);
  const caller = await client.read(callerBodySchema, (irs) => irs.session.current());
  const zip = options.zip === undefined ? undefined : resolve(terminal.folder, options.zip);
  if (zip !== undefined && existsSync(zip)) throw new UsageError(`${options.zip ?? ""} exists. Use another name.`);
  const path = zip === undefined ? resolve(terminal.folder, options.folder ?? "workspace-export") : `${zip}.folder`;
  // The folder of a ZIP can be complete already, if only the ZIP was interrupted.
  if (zip === undefined || !existsSync(`${path}/manifest.json`)) {
    await fillFolder(terminal, { client, path, workspace: { id: caller.workspaceId, name: caller.workspaceName } });
  }
  if (zip !== undefined) {
    await writeArchive(path, zip);
    rmSync(path, { recursive: true });
  }
  await write(terminal.out, `${zip ?? path}\n`);
  return EXIT.ok;
}

interface Filling {
  readonly client: ApiClient;
  readonly path: string;
  readonly workspace: { readonly id: string; readonly name: string };
}

async function fillFolder(terminal: Terminal, { client, path, workspace }: Filling): Promise<void> {
  const folder = ExportFolder.open(path, workspace.id);
  const report = async (text: string) => await write(terminal.err, `${text}\n`);
  await exportWorkspace({ client, folder, report });
  const missing = Object.keys(folder.missing).length;
  folder.finish({
    format: "image-render-service/workspace-export",
    version: 1,
    service: client.baseUrl,
    workspace,
    startedAt: folder.startedAt,
    finishedAt: new Date().toISOString(),
    entries: folder.counts,
    missing: folder.missing,
    notIncluded: NOT_INCLUDED,
  });
  if (missing > 0) await report(`${count(missing, "file")} could not be exported. manifest.json says why.`);
}

/** Deletes a workspace after a person, or --yes, has confirmed it. @throws UsageError, ApiError */
export async function deleteWorkspace(
  terminal: Terminal,
  text: string,
  options: DeleteWorkspaceOptions,
): Promise<number> {
  const id = parseId(text, "irs workspaces list");
  const client = await connect(options, terminal);
  const read = () =>
    client.read(workspaceBodySchema, async (irs) => (await irs.requestJson("GET /workspaces/{id}", { id })).body);
  const { name } = await read();
  if (options.yes !== true) await confirm(terminal, name);
  await client.run((irs) => irs.requestJson("DELETE /workspaces/{id}", { id }));
  await write(terminal.err, `The keys of ${printable(name)} stop within five seconds.\n`);
  if (!options.wait) return EXIT.ok;
  await waitUntilRemoved(client, id);
  const end =
    "Everything of the workspace is removed. The service looks again within two hours for work that was running.";
  await write(terminal.err, `${end}\n`);
  return EXIT.ok;
}

async function confirm(terminal: Terminal, name: string): Promise<void> {
  if (terminal.ask === undefined) throw new UsageError("No terminal can ask for confirmation. Add --yes.");
  const question = `This deletes all templates, uploads, renders and pictures of ${printable(name)}. Nothing can restore them.\nEnter the name of the workspace: `;
  if ((await terminal.ask(question)).trim() !== name) throw new UsageError("The name differs. Nothing was deleted.");
}

async function waitUntilRemoved(client: ApiClient, id: string): Promise<void> {
  for (;;) {
    const status = await client.run(async (irs) => {
      try {
        return (await irs.requestJson("GET /workspaces/{id}", { id })).body.deletion?.status;
      } catch (error) {
        if (error instanceof ServiceResponse && error.status === 404) return "gone";
        throw error;
      }
    });
    if (status !== "removing") return;
    await pause(POLL_MS);
  }
}
