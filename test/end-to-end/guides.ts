/** The tests of the guides in `docs/guides/`. `npm test` runs a few of them, and `npm run test:guides` all. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { commandsOf, runCommands, tabsOf } from "./page-commands.js";

const textOf = (guide: string) => readFileSync(`docs/guides/${guide}.md`, "utf8");

/** The commands that set the address, the key and the template. Other guides begin where this one ends. */
function settings(): string {
  const [first = ""] = commandsOf(textOf("first-picture"));
  return first;
}

/** Runs the commands of a guide outside of its tabs, and those of some tabs. Resolves to what they print. */
export async function runGuide(checkout: string, guide: string, tabs: readonly string[] = []): Promise<string> {
  const text = textOf(guide);
  const commands = [...text.matchAll(/^```bash(?: tab=([^\n]+))?\n(.*?)^```$/gms)].flatMap(([, tab, block = ""]) =>
    (tab === undefined || tabs.includes(tab)) && !block.startsWith("npm ci") ? [block] : [],
  );
  return await runCommands(checkout, commands[0] === settings() ? commands : [settings(), ...commands]);
}

/** Runs the Python code of a guide. */
export async function runPython(checkout: string, guide: string): Promise<void> {
  const [code = ""] = tabsOf(textOf(guide)).get("Python") ?? [];
  await runCommands(checkout, [settings(), `python3 - <<'PYTHON'\n${code}PYTHON`]);
}

/** Returns what a file in the checkout shows. */
export async function pictureIn(
  checkout: string,
  file: string,
): Promise<{ format: string; width: number; height: number }> {
  const { format, width, height } = await sharp(join(checkout, file)).metadata();
  return { format, width, height };
}
