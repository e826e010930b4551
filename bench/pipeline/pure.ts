/** Measures the same pictures without the service, in this process. */
import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import { createFontLibrary, Renderer } from "@image-render/engine";

export interface Pure {
  /** Elapsed time of a picture, rendered and encoded. */
  readonly pictureMs: number;
  /** Processor time of all threads. */
  readonly pictureCpuMs: number;
}

const WARM_UP = 100;
const PICTURES = 200;

/** @param document a template document whose layer `title` is a text */
export async function measurePure(document: unknown): Promise<Pure> {
  const loadImage = () => Promise.reject(new Error("The benchmark fetches nothing."));
  const renderer = new Renderer({ fonts: createFontLibrary(), limits: DEFAULT_RENDER_LIMITS, loadImage });
  const render = async (title: string) =>
    (await renderer.render(document, { layers: { title: { text: title } } }, { version: "pipeline" })).bytes;
  await repeat(WARM_UP, (index) => render(`warm ${index + 1}`));
  const whole = await repeat(PICTURES, (index) => render(`new ${index + 1}`));
  return { pictureMs: whole.ms, pictureCpuMs: whole.cpuMs };
}

/** Elapsed and processor time of one turn. */
async function repeat(
  turns: number,
  work: (index: number) => Promise<unknown>,
): Promise<{ ms: number; cpuMs: number }> {
  const before = process.cpuUsage();
  const startedMs = performance.now();
  for (let index = 0; index < turns; index += 1) await work(index);
  const ms = (performance.now() - startedMs) / turns;
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1000 / turns };
}
