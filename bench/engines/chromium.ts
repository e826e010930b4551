import { launchBrowser } from "../../scripts/browser/launch-browser.js";
import type { Design, Engine, Part } from "../design.js";
import { FAMILY, FONTS } from "./fonts.js";
import { styleOf } from "./tree.js";

/** A running browser that loads HTML and takes a screenshot of it. */
export async function chromium(): Promise<Engine> {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  // Playwright's own methods do not support WebP, and wait for more than the picture needs.
  const devTools = await page.context().newCDPSession(page);
  const { frameTree } = await devTools.send("Page.getFrameTree");
  const frameId = frameTree.frame.id;
  return {
    name: "chromium",
    render: async (design, format) => {
      const { width, height, scale } = design;
      const size = { width, height, deviceScaleFactor: scale, mobile: false };
      await devTools.send("Emulation.setDeviceMetricsOverride", size);
      await devTools.send("Page.setDocumentContent", { frameId, html: htmlOf(design) });
      await devTools.send("Runtime.evaluate", { expression: READY, awaitPromise: true });
      const quality = format === "png" ? {} : { quality: format === "jpeg" ? 88 : 86 };
      const { data } = await devTools.send("Page.captureScreenshot", { format, ...quality, optimizeForSpeed: true });
      return Buffer.from(data, "base64");
    },
    close: () => browser.close(),
  };
}

const READY = "Promise.all([document.fonts.ready, ...Array.from(document.images, (image) => image.decode())])";

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
