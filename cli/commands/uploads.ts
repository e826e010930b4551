import type { Command } from "commander";
import type { FolderOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions, folderOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs uploads`: images and fonts of a workspace. */
export function addUploadsCommands(program: Command, run: RunAction): void {
  const uploads = program
    .command("uploads")
    .summary("Upload images and fonts.")
    .description("Uploads images and fonts to a workspace.")
    .addHelpText("after", examples("irs uploads push photos/*.jpg"));
  const command = uploads
    .command("push")
    .summary("Upload images and fonts, and print their addresses.")
    .description(
      `Uploads images and fonts, and prints the address of each for image_url or for the fonts of a document. "irs templates push" uploads the files of templates by itself.

If the folder of templates exists, its irs.lock.json records the uploads, and a file that the workspace has already is not sent again.`,
    )
    .argument("<file...>", "Images (PNG, JPEG, WebP, AVIF, GIF, SVG) and fonts (TTF, OTF, WOFF, WOFF2).")
    .addOption(folderOption())
    .addHelpText("after", examples("irs uploads push logo.svg", "irs uploads push fonts/*.woff2"))
    .action((files: readonly string[], options: FolderOptions) =>
      run(async (terminal) => {
        const { pushUploads } = await import("../actions/uploads-push.js");
        return await pushUploads(terminal, files, options);
      }),
    );
  addConnectionOptions(command);
}
