/** Removes unused clip paths of `background-clip: text`. */

const CLIP = /<clipPath id="satori_bct-([^"]*)"[^>]*?(?:\/>|>[^]*?<\/clipPath>)/g;
const USE = /url\(#satori_bct-([^)]*)\)/g;

/**
 * Returns a drawing of satori without unused clip paths. Inside of an element with `background-clip: text`, satori 0.63
 * writes a clip path for each element, with all letters so far.
 */
export function withoutUnusedClips(svg: string): string {
  const used = new Set(Array.from(svg.matchAll(USE), ([, id]) => id));
  return svg.replace(CLIP, (clip, id: string) => (used.has(id) ? clip : ""));
}
