/** Estimates what a result costs an assistant. */
import type { ContentBlock } from "@modelcontextprotocol/client";
import sharp from "sharp";

/** English text has about four characters per token. */
const CHARACTERS_PER_TOKEN = 4;
/** Models count pictures by their pixels: https://docs.claude.com/en/docs/build-with-claude/vision. */
const PIXELS_PER_TOKEN = 750;

/** Counts texts and links by characters, and pictures by pixels. */
export async function countTokens(content: readonly ContentBlock[]): Promise<number> {
  let tokens = 0;
  for (const part of content) {
    if (part.type === "image") {
      const { width, height } = await sharp(Buffer.from(part.data, "base64")).metadata();
      tokens += (width * height) / PIXELS_PER_TOKEN;
    } else tokens += JSON.stringify(part).length / CHARACTERS_PER_TOKEN;
  }
  return tokens;
}
