/// <reference lib="dom" />
/** Records in the page of the editor when a change happened, what its request took, and when its picture was painted. */
import type { Page } from "playwright-core";

/** A request for a picture. All times are milliseconds of the page's clock. */
export interface RecordedRequest {
  readonly startTime: number;
  readonly requestStart: number;
  readonly responseStart: number;
  readonly responseEnd: number;
  /** The stages that the service names in `Server-Timing`. */
  readonly stages: Readonly<Record<string, number>>;
}

export interface RecordedPicture {
  /** When the canvas received it. By then, it is decoded. */
  readonly shownAt: number;
  readonly paintedAt: number;
}

export interface Recording {
  readonly changes: readonly number[];
  readonly requests: readonly RecordedRequest[];
  readonly pictures: readonly RecordedPicture[];
}

interface RecordingWindow {
  recording: { changes: number[]; requests: RecordedRequest[]; pictures: RecordedPicture[] };
}

/** Begins to record. The functions have no names, because a compiled name refers to a helper that the page lacks. */
export async function startRecording(page: Page): Promise<void> {
  await page.evaluate(() => {
    const own = window as unknown as RecordingWindow;
    own.recording = { changes: [], requests: [], pictures: [] };
    addEventListener("input", () => void own.recording.changes.push(performance.now()), true);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
        if (!entry.name.endsWith("/templates/preview")) continue;
        const { startTime, requestStart, responseStart, responseEnd, serverTiming } = entry;
        const stages = Object.fromEntries(serverTiming.map(({ name, duration }) => [name, duration]));
        own.recording.requests.push({ startTime, requestStart, responseStart, responseEnd, stages });
      }
    }).observe({ type: "resource" });
    const picture = document.querySelector(".canvas-picture");
    if (picture === null) throw new Error("The editor shows no picture.");
    new MutationObserver(() => {
      const shownAt = performance.now();
      // A message that is sent just before a frame is painted arrives when the frame has been painted.
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => void own.recording.pictures.push({ shownAt, paintedAt: performance.now() });
        channel.port2.postMessage(undefined);
      });
    }).observe(picture, { subtree: true, attributes: true, attributeFilter: ["src"] });
  });
}

/** Waits until a number of pictures are painted. The browser reports their requests a little later. */
export async function waitForPictures(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const { pictures, requests } = (window as unknown as RecordingWindow).recording;
      return pictures.length >= wanted && requests.length >= wanted;
    },
    count,
    { polling: "raf" },
  );
}

export async function recordingOf(page: Page): Promise<Recording> {
  return await page.evaluate(() => (window as unknown as RecordingWindow).recording);
}

/** Forgets what was recorded. */
export async function clearRecording(page: Page): Promise<void> {
  await page.evaluate(() => {
    (window as unknown as RecordingWindow).recording = { changes: [], requests: [], pictures: [] };
  });
}
