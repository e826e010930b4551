import { listNames, OPAQUE_FORMATS } from "@image-render/engine/formats";
import { type Command, Option } from "commander";
import type { RenderOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { qualityOption, repeatableOption, valueOption } from "../options.js";
import type { RunAction } from "../run-action.js";

const NOT_FOR_OPAQUE = `Not for ${listNames(OPAQUE_FORMATS)}.`;

const FORMAT_TEXT = `${listNames()}. Default: from the name of the picture file, else from the request, else png.`;

const VARIABLE_TEXT = "Value of a variable, in place of that of the request. Can be repeated.";

/** `irs render`. */
export function addRenderCommand(program: Command, run: RunAction): void {
  program
    .command("render")
    .summary("Render a template to a picture file.")
    .description(
      `Renders a template to a picture file on this computer.

An image URL can be the path of a file, relative to the file that names it. The service does not accept such paths.`,
    )
    .argument("<template>", "JSON file of the template.")
    .addOption(
      valueOption(
        "-d, --data <file>",
        "JSON file of a request: { layers, variables, format, scale, quality, about, transparent }.",
      ),
    )
    .addOption(repeatableOption("--var <name=value>", VARIABLE_TEXT))
    .addOption(
      valueOption("-u, --uploads <folder>", "Folder with a file for each upload. The name is the ID: {id}.woff2."),
    )
    .addOption(
      valueOption("-o, --output <file>", "Picture file, or - for standard output. Default: next to the template."),
    )
    .addOption(valueOption("-f, --format <format>", FORMAT_TEXT))
    .addOption(
      valueOption("-s, --scale <number>", "Pixels of the picture per pixel of the template, 0.1 to 4. Default: 1."),
    )
    .addOption(qualityOption())
    .addOption(new Option("-t, --transparent", `Leave out the background of the template. ${NOT_FOR_OPAQUE}`))
    .addOption(
      new Option("-w, --watch", "Render again when the template, the request, or a file that they name changes."),
    )
    .addOption(new Option("--allow-loopback", "Allow images from servers on this computer."))
    .addOption(new Option("--json", "Print one line of JSON for each render."))
    .addHelpText(
      "after",
      examples(
        "irs render card.json",
        "irs render card.json --data request.json -o out/card.webp --scale 2",
        'irs render card.json --var "title=Open day" --var accent=#2a7f86',
        "irs render card.json --watch",
      ),
    )
    .action((template: string, options: RenderOptions) =>
      run(async (terminal) => {
        const { render } = await import("../actions/render.js");
        return await render(terminal, template, options);
      }),
    );
}
