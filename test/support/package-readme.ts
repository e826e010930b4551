import { readFileSync } from "node:fs";

/** What the examples of each README must have made. The lines are added to them. */
const CHECKS = {
  encoders: `if (Buffer.compare(first, second) === 0 || second.length < 60) throw new Error("No second picture.");`,
  fonts: `if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("No font.");`,
  // The size is in the first chunk of a PNG.
  engine: `const png = Buffer.from(bytes);
    if (png.toString("latin1", 1, 4) !== "PNG") throw new Error("Not a PNG.");
    if (png.readUInt32BE(16) !== 800 || png.readUInt32BE(20) !== 240) throw new Error("Not the size.");
    if (width !== 800 || height !== 240 || warnings.length > 0) throw new Error("Not the picture.");
    if (layers[0]?.layerName !== "title" || !(cpuMs > 1) || !(memoryBytes > 1e6)) throw new Error("Not the estimate.");`,
};

/** The packages whose README has examples, by the names of their folders. */
export const EXAMPLE_PACKAGES = Object.keys(CHECKS) as (keyof typeof CHECKS)[];

/** Returns a program: the examples in a package's README, one after the other, and checks of what they have made. */
export function readmeProgram(name: keyof typeof CHECKS): string {
  const readme = readFileSync(`packages/${name}/README.md`, "utf8");
  const examples = Array.from(readme.matchAll(/```ts\n([\s\S]*?)```/g), ([, text]) => text);
  if (examples.length === 0) throw new Error(`packages/${name}/README.md has no example.`);
  return `${examples.join("")}\n${CHECKS[name]}\n`;
}
