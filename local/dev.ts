/** `npm run dev`: runs the whole service on this machine, and replaces functions when their sources change. */
import { runProgram } from "run-cdk-out";
import { SourceWatcher } from "./dev/source-watcher.js";
import { startDevelopment } from "./dev/start-development.js";
import { startStudioServer } from "./dev/studio-server.js";
import { connectionOf, localProject, localService, PROJECT_DIR } from "./local-service.js";
import { createSignInLink } from "./sign-in-link.js";
import { INPUTS } from "./synthesis-inputs.js";

const service = localService("npm run dev --");
/** Vite itself shows changes of the studio. The built studio is updated when the service starts again. */
const WATCHED = INPUTS.filter((input) => input !== "packages/studio");
// Create the watcher before the synthesis of the stack, so that it misses no later change.
const watcher = new SourceWatcher(PROJECT_DIR, WATCHED);

await runProgram({
  ...service,
  summary: "Runs the whole service on this machine, and replaces functions whose sources change.",
  nodeArgs: ["--enable-source-maps"],
  async onReady(ready) {
    const { runner, settings, log } = ready;
    const print = (text: string): void => text.split("\n").forEach((line) => log("dev", line));
    const options = { project: localProject(settings), runner, print };
    await startDevelopment(options, watcher, Object.keys(settings.inspect));
    const banner = await service.onReady(ready);
    const connection = connectionOf(runner);
    const address = await startStudioServer(PROJECT_DIR, connection.baseUrl);
    // Sessions of the two addresses are separate, and a link works once, so this address has a link of its own.
    const link = await createSignInLink(connection);
    const token = link === undefined ? "" : new URL(link).hash;
    print(`The studio from its sources, with each change at once: ${address}${token}`);
    return banner;
  },
});
