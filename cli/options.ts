/** Options that several commands share. */
import { listNames, LOSSY_FORMATS } from "@image-render/engine/formats";
import { type Command, InvalidArgumentError, Option } from "commander";

/** Creates an option with a value. An empty value is an error, and so is a second value. */
export function valueOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, previous: string | undefined) => {
    if (previous !== undefined) throw new InvalidArgumentError("The option is given twice.");
    return nonEmpty(value);
  });
}

/** Creates an option that can be given several times, with one value each time. */
export function repeatableOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, previous: readonly string[] | undefined) => [
    ...(previous ?? []),
    nonEmpty(value),
  ]);
}

/** Creates the option that prints the response as it is. */
export function jsonOption(): Option {
  return new Option("--json", "Print the response of the service as one line of JSON.");
}

/** Adds the options of every command that calls a service. */
export function addConnectionOptions(command: Command): void {
  const url = valueOption(
    "--url <url>",
    "Base URL of the service. Default: IRS_URL, else the local service of this folder.",
  );
  const key = valueOption(
    "--key <key>",
    "API key. Default: IRS_API_KEY, else the key of the local service. Other users of this computer can see the value in the process list.",
  );
  for (const option of [url, key]) command.addOption(option.helpGroup("Connection:"));
}

/** The default folder of templates. `--folder` names another one. */
export const DEFAULT_FOLDER = "templates";

/** Creates the option of every command that works on a folder of templates. */
export function folderOption(): Option {
  return valueOption("--folder <folder>", `Folder with the templates and irs.json. Default: ${DEFAULT_FOLDER}.`);
}

function nonEmpty(value: string): string {
  if (value === "") throw new InvalidArgumentError("The value is empty.");
  return value;
}

/** Returns the option for the quality of lossy pictures. */
export function qualityOption(): Option {
  return valueOption("-q, --quality <number>", `Quality from 1 to 100. Only for ${listNames(LOSSY_FORMATS, "and")}.`);
}
