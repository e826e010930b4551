/** The code that a page shows, run as a reader would run it. */
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/** A code block of a page. */
export interface CodeBlock {
  readonly language: string;
  /** The name of its tab. Undefined for a block without tabs. */
  readonly tab: string | undefined;
  readonly code: string;
}

/** Returns the places of a page that show code: each is one block, or several with a tab each. */
export function codeOf(markdown: string): readonly (readonly CodeBlock[])[] {
  const places: CodeBlock[][] = [];
  let end = -1;
  for (const { 0: text, 1: language = "", 2: tab, 3: code = "", index } of markdown.matchAll(
    /^```(\w+)(?: tab=([^\n]+))?\n(.*?)^```$/gms,
  )) {
    const isNext = tab !== undefined && end >= 0 && markdown.slice(end, index).trim() === "";
    if (isNext && places.at(-1)?.[0]?.tab !== undefined) places.at(-1)?.push({ language, tab, code });
    else places.push([{ language, tab, code }]);
    end = index + text.length;
  }
  return places;
}

/** Returns the commands of a page in their order, without those that install and start the service. */
export function commandsOf(markdown: string): string[] {
  return codeOf(markdown).flatMap(([block]) =>
    block?.language === "bash" && block.tab === undefined && !block.code.startsWith("npm ci") ? [block.code] : [],
  );
}

/**
 * Returns what a reader runs who has chosen a tab: all commands, and of each example with tabs the chosen one. A reader sees
 * the first one if an example does not have the tab.
 */
export function readersCommands(markdown: string, tab?: string): string[] {
  const commands = codeOf(markdown).flatMap((blocks) => {
    const block = blocks.find((one) => one.tab === tab) ?? blocks[0];
    if (block === undefined || (block.tab === undefined && block.language !== "bash")) return [];
    return [commandFor(block)];
  });
  return commands.filter((command) => !command.startsWith("npm ci"));
}

/** Returns the command that runs a block. Programs run where Node.js finds the packages of the checkout. */
export function commandFor({ language, code }: CodeBlock): string {
  if (language === "ts") return `cat > program.mts <<'PROGRAM'\n${code}PROGRAM\nnpx tsx program.mts`;
  if (language === "python") return `python3 - <<'PROGRAM'\n${code}PROGRAM`;
  return code;
}

/** Creates a checkout as a reader has it, whose folder `.local` is that of a running service. Returns its path. */
export function makeCheckout(stateDir: string): string {
  const checkout = resolve(stateDir, "checkout");
  mkdirSync(checkout);
  for (const name of readdirSync(".").filter((entry) => ![".local", ".git", "cdk.out"].includes(entry))) {
    symlinkSync(resolve(name), join(checkout, name));
  }
  symlinkSync(resolve(stateDir), join(checkout, ".local"));
  return checkout;
}

/** Runs commands in a checkout. Resolves to what they print. */
export async function runCommands(checkout: string, commands: readonly string[]): Promise<string> {
  const script = ["set -euo pipefail", ...commands].join("\n");
  const env = { ...process.env, NODE_OPTIONS: "", IRS_URL: "", IRS_API_KEY: "" };
  const run = await promisify(execFile)("bash", ["-c", script], { cwd: checkout, env, timeout: 120_000 });
  return run.stdout;
}

/** Returns the Markdown of a page, from its path below `docs/` without the extension. */
export const pageText = (page: string): string => readFileSync(`docs/${page}.md`, "utf8");
