/** A headless Chromium, driven by the DevTools protocol. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** One page of a browser of its own. */
export interface BrowserPage {
  /** Calls a method of the DevTools protocol; resolves to its result. */
  readonly send: (method: string, params?: object) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** Opens an empty page in a new browser; undefined where none is installed. */
export async function openPage(): Promise<BrowserPage | undefined> {
  const profile = mkdtempSync(join(tmpdir(), "headless-chromium-"));
  const flags = ["--headless=new", "--no-sandbox", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  const child = spawn("chromium", flags, { stdio: ["ignore", "ignore", "pipe"] });
  const address = await addressOf(child);
  if (address === undefined) {
    rmSync(profile, { recursive: true, force: true });
    return undefined;
  }
  const browser = await connect(address);
  const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
  return {
    send: (method, params = {}) => browser.send(method, params, String(sessionId)),
    close: async () => {
      await browser.send("Browser.close");
      await new Promise((resolve) => (child.exitCode === null ? child.once("exit", resolve) : resolve(undefined)));
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string | undefined> {
  const failed = new Promise<undefined>((resolve) => child.once("error", () => resolve(undefined)));
  const listening = (async () => {
    if (child.stderr === null) return undefined;
    for await (const line of createInterface({ input: child.stderr })) {
      const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (address !== undefined) return address;
    }
    return undefined;
  })();
  return await Promise.race([failed, listening]);
}

type Answer = Readonly<Record<string, unknown>>;

/** The DevTools protocol over one socket: a number on each question, the same on its answer. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: Answer };
    if (id === undefined) return;
    waiting.get(id)?.(result ?? {});
    waiting.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  let last = 0;
  return {
    send: async (method: string, params: object = {}, sessionId?: string): Promise<Answer> => {
      const id = ++last;
      const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
      return await answer;
    },
  };
}
