/** The tests of the guides in `docs/guides/`. `npm test` runs a few of them, and `npm run test:guides` all. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { commandsOf, pageText, readersCommands, runCommands } from "./page-commands.js";

/** The commands that set the address, the key and the template. Other guides begin where this one ends. */
export function settings(): string {
  const [first = ""] = commandsOf(pageText("guides/first-picture"));
  return first;
}

/** Returns code with the address of the running service, as its pages show it. */
export function withAddress(checkout: string, code: string): string {
  const { baseUrl } = JSON.parse(readFileSync(join(checkout, ".local/connection.json"), "utf8")) as { baseUrl: string };
  return code.replaceAll("https://images.example.com", baseUrl);
}

/**
 * Runs the commands of a guide as a reader does who has chosen a tab. Resolves to what they print.
 *
 * @param replaced texts of the guide that this run needs to be different, and what replaces them
 */
export async function runGuide(
  checkout: string,
  guide: string,
  tab?: string,
  replaced: Readonly<Record<string, string>> = {},
): Promise<string> {
  const text = Object.entries(replaced).reduce(
    (before, [from, to]) => before.replaceAll(from, to),
    withAddress(checkout, pageText(`guides/${guide}`)),
  );
  const commands = readersCommands(text, tab);
  return await runCommands(checkout, commands[0] === settings() ? commands : [settings(), ...commands]);
}

/** Returns what a file in the checkout shows. */
export async function pictureIn(
  checkout: string,
  file: string,
): Promise<{ format: string; width: number; height: number }> {
  const { format, width, height } = await sharp(join(checkout, file)).metadata();
  return { format, width, height };
}
