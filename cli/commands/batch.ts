import { listNames } from "@image-render/engine/formats";
import type { Command } from "commander";
import type { BatchOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions, qualityOption, repeatableOption, valueOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs batch`. */
export function addBatchCommand(program: Command, run: RunAction): void {
  const command = program
    .command("batch")
    .summary("Render a picture for each row of a CSV or JSON file.")
    .description(
      `Renders a picture for each row of a file, in the service.

A column has the name of a layer, of a layer and an attribute (title.color), or of a variable. A JSON file is an array of objects. If the command ends early, run it again: it continues where it stopped and pays nothing twice.`,
    )
    .argument("<file>", "CSV or JSON file with the rows.")
    .addOption(valueOption("-t, --template <name>", "Name or ID of the template.").makeOptionMandatory())
    .addOption(valueOption("-o, --out <folder>", "Folder for the pictures and the journal.").makeOptionMandatory())
    .addOption(valueOption("-f, --format <format>", `${listNames()}. Default: png.`))
    .addOption(valueOption("-s, --scale <number>", "Pixels of a picture per pixel of the template, 0.1 to 4."))
    .addOption(qualityOption())
    .addOption(valueOption("-p, --priority <number>", "Priority of the jobs. Default: 3."))
    .addOption(valueOption("-n, --name <column>", "Column with the names of the picture files, without extension."))
    .addOption(valueOption("--one-pdf <file>", "Also write one PDF with a page for each row. Needs --format pdf."))
    .addOption(repeatableOption("-i, --ignore <column>", "Column that sets nothing. Can be given several times."))
    .addHelpText(
      "after",
      examples(
        'irs batch products.csv --template "Sale card" --out pictures',
        'irs batch products.csv -t "Sale card" -o pictures --name sku --format webp',
        'irs batch guests.csv -t "Name tag" -o tags --format pdf --one-pdf tags.pdf',
      ),
    )
    .action((file: string, options: BatchOptions) =>
      run(async (terminal) => {
        const { batch } = await import("../actions/batch.js");
        return await batch(terminal, file, options);
      }),
    );
  addConnectionOptions(command);
}
