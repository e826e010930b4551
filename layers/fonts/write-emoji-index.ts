/**
 * Writes the index of the emoji package anew: `npm run fonts:emoji`, after a change of the package's version. It says at
 * which byte of the package's one large file each emoji stands.
 */
import { writeFileSync } from "node:fs";
import { emojiIndexSource } from "./emoji-index-source.js";

writeFileSync(new URL("../../core/rendering/fonts/emoji-index.ts", import.meta.url), emojiIndexSource());
