/** Dragging in a document with 200 layers: the picture moves by transforms, and the rest of the page stays as it is. */
import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { exactPicture, fieldOf, layerRow, placeOf } from "./editor-kit.js";
import { useStudio } from "./use-studio.js";

const { irs, on } = useStudio();

/** 200 layers in 20 columns, so that each has neighbors to snap to. */
const tile = (index: number) => ({
  id: `tile-${index}`,
  name: `tile-${index}`,
  type: "rectangle" as const,
  x: 10 + (index % 20) * 59,
  y: 10 + Math.floor(index / 20) * 61,
  width: 45,
  height: 45,
  background_color: `#${(0x204060 + index * 0x010203).toString(16).padStart(6, "0").slice(-6)}`,
});
const LAYERS = Array.from({ length: 200 }, (_, index) => tile(index));
const CHOSEN = tile(105);

interface Watch {
  /** When each frame began, in milliseconds. */
  readonly frames: number[];
  /** The classes of the elements that changed, other than by a style. */
  readonly changes: string[];
}

/** Records frames, and changes of the list of layers and of the bar. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const own = window as unknown as { watched: Watch };
    own.watched = { frames: [], changes: [] };
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        own.watched.changes.push(element?.className.toString() ?? "");
      }
    }).observe(document.querySelector(".layer-list") ?? document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    // A named function would refer to a helper of the compiler, which the page lacks.
    const loop = [() => undefined as unknown];
    loop[0] = () => {
      own.watched.frames.push(performance.now());
      return requestAnimationFrame(loop[0] as FrameRequestCallback);
    };
    requestAnimationFrame(loop[0]);
  });
}

test("a drag among 200 layers sends no request, does not render the list of layers, and keeps its frames", async () => {
  const document = { width: 1200, height: 630, background: "#f8fafc", layers: LAYERS };
  const { id } = await irs().templates.create({ name: "Many layers", document });
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exactPicture(page);
    await layerRow(page, CHOSEN.name).click();
    // The list changes when its last thumbnail has been drawn.
    await page.locator("[role=tree][data-drawing=false]").waitFor();
    const [x, y] = await placeOf(page, CHOSEN.x + 22, CHOSEN.y + 22, 1200);
    await page.mouse.move(x, y);
    await page.mouse.down();
    // The first movement asks for the parts of the picture.
    await page.mouse.move(x + 8, y + 8, { steps: 3 });
    await page.locator(".canvas-parts").waitFor();
    await watch(page);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const begunAt = Date.now();
    for (let step = 0; Date.now() - begunAt < 3_000; step += 1) {
      await page.mouse.move(x + 120 * Math.sin(step / 20), y + 80 * Math.cos(step / 27));
    }
    const { frames, changes } = await page.evaluate(() => (window as unknown as { watched: Watch }).watched);
    await page.mouse.up();
    const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
    const perSecond = (gaps.length * 1000) / gaps.reduce((sum, gap) => sum + gap, 0);
    const p95 = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? Number.NaN;
    process.stdout.write(
      `A drag among 200 layers: ${perSecond.toFixed(1)} frames per second, p95 ${p95.toFixed(1)} ms\n`,
    );
    expect(requests).toEqual([]);
    expect(changes).toEqual([]);
    // The drop requests the exact picture, and the panel shows where the layer is.
    await exactPicture(page);
    expect(await fieldOf(page, "Left").inputValue()).not.toBe(String(CHOSEN.x));
  });
});
