import { createReadStream, createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { join, parse } from "node:path";
import { pipeline } from "node:stream/promises";
import { joinPdfs, type PdfPart } from "@image-render/engine/join-pdfs";
import type { Item } from "./check-rows.js";

/**
 * Writes one PDF with the pages of all items. The file gets its name only when it is complete.
 *
 * @param out the folder with the PDFs of the items
 * @param hasBookmarks whether each page has a bookmark, with the name of its file
 */
export async function writeOnePdf(
  path: string,
  out: string,
  items: readonly Pick<Item, "file">[],
  hasBookmarks: boolean,
): Promise<void> {
  if (items.length === 0) return;
  const parts = function* (): Generator<PdfPart, void, undefined> {
    for (const { file } of items) {
      yield { body: createReadStream(join(out, file)), ...(hasBookmarks && { title: parse(file).name }) };
    }
  };
  await pipeline(joinPdfs(parts()), createWriteStream(`${path}.part`));
  await rename(`${path}.part`, path);
}
