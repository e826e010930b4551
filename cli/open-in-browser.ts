import { spawn } from "node:child_process";

/** A command that still runs after this time is the browser itself, which has opened the page. */
const STARTED_AFTER_MS = 2_000;

/**
 * Opens an address with the command in the variable BROWSER, or else with the command of the system.
 *
 * @returns whether the command could be started and has not failed
 */
export function openInBrowser(url: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const { BROWSER } = env;
  const command = BROWSER === undefined || BROWSER === "" ? commandOf(process.platform) : BROWSER;
  return new Promise((resolve) => {
    // The browser keeps running when this process ends.
    const opener = spawn(command, [url], { env, stdio: "ignore", detached: true });
    const timer = setTimeout(() => resolve(true), STARTED_AFTER_MS);
    const end = (isOpen: boolean): void => {
      clearTimeout(timer);
      resolve(isOpen);
    };
    opener.on("error", () => end(false));
    opener.on("exit", (code) => end(code === 0));
    opener.unref();
  });
}

const commandOf = (platform: NodeJS.Platform): string => (platform === "darwin" ? "open" : "xdg-open");
