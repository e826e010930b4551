/** Keys, uploads and workspaces, as an account has them after a few weeks. */
import { join } from "node:path";
import type { ImageRenderService } from "@image-render/client";
import { uploadFile } from "@image-render/client/node";

const KEYS = [
  { name: "Web shop, production", scopes: ["render"] },
  { name: "Newsletter", scopes: ["render"] },
  { name: "Templates in git (CI)", scopes: ["render", "templates"] },
  { name: "Box office", scopes: ["render", "templates"] },
  { name: "Operations", scopes: ["render", "templates", "admin"] },
] as const;
const WORKSPACES = [
  { name: "Spring festival", plan: "free" },
  { name: "City library", plan: "team" },
  { name: "Botanical garden", plan: "unlimited" },
];
const FILES = [
  ...["gradients", "image-filters", "masks", "world-scripts", "emoji"].map(
    (name) => `examples/features/${name}/expected.png`,
  ),
  ...["photo-quote", "certificate", "event-ticket"].map((name) => `examples/${name}/expected.png`),
  ...["playfair-display-latin-700", "caveat-latin-400", "space-grotesk-latin-500"].map(fontFile),
  ...["house", "living", "kitchen", "balloon", "dusk"].map((name) => `examples/features/assets/${name}.webp`),
];

/** Creates them. */
export async function seedAccount(irs: ImageRenderService): Promise<void> {
  for (const { name, scopes } of KEYS) await irs.keys.create({ name, scopes: [...scopes] });
  for (const workspace of WORKSPACES) await irs.workspaces.create(workspace);
  for (const file of FILES) {
    const folder = file.endsWith("/expected.png") ? file.split("/").at(-2) : undefined;
    await uploadFile(irs, file, folder === undefined ? {} : { filename: `${folder}.png` });
  }
}

/** Returns the file of a font, for example `caveat-latin-400`. */
function fontFile(name: string): string {
  const [family = ""] = name.split("-latin-");
  return join("node_modules/@fontsource", family, "files", `${name}-normal.woff2`);
}
