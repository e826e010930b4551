/**
 * `npm run fonts:emoji`: generates the index of the emoji package. Run it after a change of the package's version. The
 * index contains the byte offset of each emoji in the package's file.
 */
import { writeFileSync } from "node:fs";
import { emojiIndexSource } from "./emoji-index-source.js";

writeFileSync(new URL("../../core/rendering/fonts/emoji-index.ts", import.meta.url), emojiIndexSource());
