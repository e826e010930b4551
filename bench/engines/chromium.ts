import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Design, type Engine, type Part } from "../design.js";
import { FAMILY, FONTS } from "./fonts.js";
import { styleOf } from "./tree.js";

/** A warm browser that is given HTML and asked for a screenshot; undefined where none is installed. */
export async function chromium(): Promise<Engine | undefined> {
  const profile = mkdtempSync(join(tmpdir(), "bench-chromium-"));
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
  const page = (method: string, params: object = {}) => browser.send(method, params, String(sessionId));
  const { frameTree } = await page("Page.getFrameTree");
  const frameId = (frameTree as { frame: { id: string } }).frame.id;
  return {
    name: "chromium",
    render: async (design, format) => {
      const { width, height, scale } = design;
      await page("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: scale, mobile: false });
      await page("Page.setDocumentContent", { frameId, html: htmlOf(design) });
      await page("Runtime.evaluate", { expression: READY, awaitPromise: true });
      const quality = format === "png" ? {} : { quality: format === "jpeg" ? 88 : 86 };
      const { data } = await page("Page.captureScreenshot", { format, ...quality, optimizeForSpeed: true });
      return Buffer.from(String(data), "base64");
    },
    close: async () => {
      await browser.send("Browser.close");
      await new Promise((resolve) => (child.exitCode === null ? child.once("exit", resolve) : resolve(undefined)));
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const READY = "Promise.all([document.fonts.ready, ...Array.from(document.images, (image) => image.decode())])";

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

const FACES = FONTS.map(
  ({ weight, data }) =>
    `@font-face{font-family:${FAMILY};font-weight:${weight};src:url(data:font/woff;base64,${data.toString("base64")})}`,
).join("");

function htmlOf({ parts }: Design): string {
  return `<style>${FACES}body{margin:0}div,img{white-space:pre}</style>${parts.map(elementOf).join("")}`;
}

function elementOf(part: Part): string {
  const css = Object.entries(styleOf(part, 1))
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${unit(name, value)}`)
    .join(";");
  if (part.kind === "image") return `<img style="${css}" src="${part.source}">`;
  return `<div style="${css}">${part.kind === "text" ? part.text : ""}</div>`;
}

function unit(name: string, value: string | number): string {
  const isLength = typeof value === "number" && name !== "fontWeight" && name !== "lineHeight";
  return isLength ? `${value}px` : String(value);
}
