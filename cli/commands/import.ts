import { type Command, Option } from "commander";
import type { ImportSvgOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { valueOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs import`: templates from the files of design tools. */
export function addImportCommands(program: Command, run: RunAction): void {
  const group = program
    .command("import")
    .summary("Make templates from the files of design tools.")
    .description("Makes templates from the files of design tools.")
    .addHelpText("after", examples("irs import svg card.svg -o templates/card.json"));
  group
    .command("svg")
    .summary("Make a template from an SVG export.")
    .description(
      `Makes a template from the SVG export of Figma, Illustrator, Inkscape or Canva. Texts, images and plain shapes become layers with names. Everything else becomes drawings.

Embedded images become files in a folder beside the template. The command prints what the template does not show as the SVG does. Export texts as text: in Figma, clear "Outline text".`,
    )
    .argument("<file>", "The SVG file.")
    .addOption(valueOption("-o, --output <file>", "File of the template. Default: the name of the SVG with .json."))
    .addOption(new Option("--force", "Overwrite files that exist."))
    .addHelpText("after", examples("irs import svg card.svg", "irs import svg card.svg -o templates/card.json --force"))
    .action((file: string, options: ImportSvgOptions) =>
      run(async (terminal) => {
        const { importSvgFile } = await import("../actions/import-svg.js");
        return await importSvgFile(terminal, file, options);
      }),
    );
}
