/** The commands that a page shows, run as a reader would run them. */
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/** Returns the commands of a page in their order, without those that install and start the service. */
export function commandsOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  return blocks.filter((block) => !block.startsWith("npm ci"));
}

/** Returns the code of the tabs of a page, by the name of the tab. */
export function tabsOf(markdown: string): ReadonlyMap<string, readonly string[]> {
  const tabs = new Map<string, string[]>();
  for (const [, tab = "", code = ""] of markdown.matchAll(/^```\w+ tab=([^\n]+)\n(.*?)^```$/gms)) {
    tabs.set(tab, [...(tabs.get(tab) ?? []), code]);
  }
  return tabs;
}

/** Makes a checkout as a reader has it, whose folder `.local` is that of a running service. Returns its path. */
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
