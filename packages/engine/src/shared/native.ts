/**
 * Finds the native libraries, the shaper and the emoji with `require`. Lambda puts its layers on NODE_PATH, which `import`
 * does not read. So this works in a bundle next to a Lambda layer and in the source tree.
 */
import { createRequire } from "node:module";
import type * as resvgModule from "@resvg/resvg-js";
import type sharpModule from "sharp";

const requireInstalled = createRequire(import.meta.url);

/** Returns the image codec library, which is loaded at the first call. */
export async function loadSharp(): Promise<typeof sharpModule> {
  loading ??= importSharp();
  return await loading;
}

let loading: Promise<typeof sharpModule> | undefined;

async function importSharp(): Promise<typeof sharpModule> {
  const { sharp } = await import("./sharp-library.js");
  // Its cache would keep up to 50 MB of operations. No operation occurs twice, because the renderer has its own cache
  // of tiles.
  sharp.cache(false);
  return sharp;
}

type ResvgLibrary = Pick<typeof resvgModule, "Resvg" | "renderAsync">;

/** The package's native library. It accepts options as JSON. */
interface NativeResvg {
  readonly Resvg: new (svg: Buffer | string, options: string) => resvgModule.Resvg;
  readonly renderAsync: (svg: Buffer | string, options: string) => Promise<resvgModule.RenderedImage>;
}

/** Returns the SVG rasterizer, which is loaded at the first call. */
export function loadResvg(): ResvgLibrary {
  resvg ??= requireResvg();
  return resvg;
}

let resvg: ResvgLibrary | undefined;

/**
 * Loads the native library for functions first. The package itself would find its library with a process report, which
 * takes 2 ms.
 */
function requireResvg(): ResvgLibrary {
  try {
    return ofNative(requireInstalled(`@resvg/resvg-js-linux-${process.arch}-gnu`) as NativeResvg);
  } catch {
    return requireInstalled("@resvg/resvg-js") as ResvgLibrary;
  }
}

function ofNative({ Resvg, renderAsync }: NativeResvg): ResvgLibrary {
  return {
    Resvg: class extends Resvg {
      constructor(svg: Buffer | string, options?: resvgModule.ResvgRenderOptions | null) {
        super(svg, JSON.stringify(options ?? {}));
      }
    },
    renderAsync: (svg, options) => renderAsync(svg, JSON.stringify(options ?? {})),
  };
}

/** Returns the absolute path of a file of an installed package, such as `flag-icons/flags/4x3/de.svg`. */
export function resolveInstalled(file: string): string {
  return requireInstalled.resolve(file);
}
