import { describe, expect, test } from "@jest/globals";
import type { CompiledTemplate } from "../src/compile/compile-template.js";
import type { PaintedFrame } from "../src/compile/paint-frame.js";
import { cacheBytesFor, encoderBytes, pictureBytes, processBytesFor } from "../src/renderer/memory-plan.js";
import { EncodedRows } from "../src/frame/encoded-rows.js";
import { RendererCaches } from "../src/renderer/renderer-caches.js";

const MEGABYTE = 2 ** 20;
/** The memory of the functions that render. */
const memoryBytes = 1769 * MEGABYTE;

function frameOf(megabytes: number): PaintedFrame {
  const pixels = { byteLength: megabytes * MEGABYTE } as Uint32Array;
  return { tile: { left: 0, top: 0, width: 1, height: 1, pixels }, items: [], encoded: new EncodedRows(1) };
}

/** A compiled template with an idle frame. Only the sizes of its frames matter. */
function templateOf(megabytes: number): CompiledTemplate {
  return { base: frameOf(megabytes), idle: [frameOf(megabytes)] } as unknown as CompiledTemplate;
}

function keep(caches: RendererCaches, key: string, megabytes: number): CompiledTemplate {
  const compiled = templateOf(megabytes);
  caches.keepCompiled(key, compiled);
  caches.keepIdle(key, compiled);
  return compiled;
}

describe("the caches of a renderer", () => {
  test("idle frames are dropped when there is no room, and their compiled templates stay", () => {
    const caches = new RendererCaches({ memoryBytes });
    const templates = [1, 2, 3, 4].map((key) => keep(caches, `${key}`, 48));
    expect(templates.map(({ idle }) => idle.length)).toEqual([0, 0, 1, 1]);
    expect([1, 2, 3, 4].map((key) => caches.compiled(`${key}`) === templates[key - 1])).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test("a compiled template of the largest picture is kept without an idle frame if that is too large", () => {
    const caches = new RendererCaches({ memoryBytes: 1000 * MEGABYTE });
    const largest = keep(caches, "largest", 100);
    expect([caches.compiled("largest") === largest, largest.idle.length]).toEqual([true, 0]);
  });

  test("the idle frame goes when its compiled template is evicted", () => {
    const caches = new RendererCaches({ memoryBytes });
    const first = keep(caches, "first", 20);
    for (let key = 0; key < 20; key++) caches.keepCompiled(`${key}`, templateOf(20));
    expect([caches.compiled("first"), first.idle.length]).toEqual([undefined, 0]);
  });

  test("a usual picture evicts nothing from full caches", () => {
    const residentBytes = () => 700 * MEGABYTE;
    const caches = new RendererCaches({ memoryBytes, residentBytes });
    const kept = keep(caches, "kept", 12);
    caches.makeRoom(pictureBytes(4800 * 2520, "png"));
    expect([caches.compiled("kept") === kept, kept.idle.length]).toEqual([true, 1]);
  });

  test("the largest picture frees as much as it needs, idle frames first", () => {
    let resident = 400;
    const caches = new RendererCaches({ memoryBytes, residentBytes: () => resident * MEGABYTE });
    const kept = keep(caches, "kept", 48);
    const need = pictureBytes(25_000_000, "avif");
    const free = processBytesFor(memoryBytes) - need;
    resident = free / MEGABYTE + 40;
    caches.makeRoom(need);
    expect([caches.compiled("kept") === kept, kept.idle.length]).toEqual([true, 0]);
    resident = free / MEGABYTE + 90;
    caches.makeRoom(need);
    expect(caches.compiled("kept")).toBeUndefined();
  });

  test("the resident memory is read for a large picture, and for usual ones only when they could have filled the memory", () => {
    let reads = 0;
    const residentBytes = () => {
      reads++;
      return 700 * MEGABYTE;
    };
    const caches = new RendererCaches({ memoryBytes, residentBytes });
    const usual = pictureBytes(1200 * 630, "png");
    caches.makeRoom(usual);
    for (let left = processBytesFor(memoryBytes) - 700 * MEGABYTE - 2 * usual; left > 0; left -= usual)
      caches.makeRoom(usual);
    expect(reads).toBe(1);
    caches.makeRoom(pictureBytes(10_000_000, "png"));
    expect(reads).toBe(2);
    for (let renders = 0; renders < 100; renders++) caches.makeRoom(usual);
    expect(reads).toBeGreaterThan(2);
  });

  test("usual pictures may fill the memory of the process to its last byte before the resident memory is read", () => {
    let reads = 0;
    const resident = 300 * MEGABYTE;
    const residentBytes = () => {
      reads++;
      return resident;
    };
    // 85 % of this is a whole number of bytes.
    const caches = new RendererCaches({ memoryBytes: 1000 * MEGABYTE, residentBytes });
    const step = 8 * MEGABYTE;
    for (let free = (850 - 150 - 300) * MEGABYTE; free > 0; free -= step) caches.makeRoom(step);
    expect(reads).toBe(1);
    caches.makeRoom(1);
    expect(reads).toBe(2);
  });

  test("an encoder has room for the alpha channel of a translucent picture, beside both of its frames", () => {
    // Measured with noise: see docs/decisions/0095-once-for-each-process.md.
    const webp = encoderBytes({ width: 5000, height: 5000, isOpaque: false }, "webp");
    expect(webp).toBeGreaterThan(591_000_000);
    expect(encoderBytes({ width: 5000, height: 5000, isOpaque: true }, "webp")).toBeLessThan(webp / 2);
    const avif = encoderBytes({ width: 5000, height: 5000, isOpaque: false }, "avif");
    expect(avif).toBeGreaterThan(910_000_000);
    expect(pictureBytes(25_000_000, "avif")).toBe(avif + 200_000_000);
  });

  test("full caches and the largest picture fit into the memory of a function", () => {
    expect(processBytesFor(memoryBytes)).toBeGreaterThan(pictureBytes(25_000_000, "avif"));
    expect(processBytesFor(memoryBytes)).toBeGreaterThan(cacheBytesFor(memoryBytes) + pictureBytes(25_000_000, "png"));
  });
});
