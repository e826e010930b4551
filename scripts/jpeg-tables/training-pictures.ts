import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ours } from "../../bench/engines/ours.js";
import { makeTemplates } from "../../bench/templates.js";
import { readTopics } from "../../examples/read-topics.js";
import { LocalRenderer } from "../../cli/local-renderer.js";
import { renderFiles } from "../../cli/render-files.js";

/** A picture as JPEG. */
export interface TrainingPicture {
  readonly name: string;
  readonly jpeg: Uint8Array;
  readonly weight: number;
}

const EXAMPLES = fileURLToPath(new URL("../../examples", import.meta.url));
const SCALES = [1, 2];
/**
 * Few examples have photos, but pictures with photos are the largest in practice. With this weight, they take 5 to 6 %
 * more bytes than with their own tables, and the other pictures take 4 % more. With a weight of 1, pictures with photos
 * take 15 to 17 % more, and the others 3 %.
 */
const PHOTO_WEIGHT = 10;

/** All examples and the templates of the benchmark, at two scales. */
export async function trainingPictures(): Promise<TrainingPicture[]> {
  const pictures: TrainingPicture[] = [];
  const add = (name: string, jpeg: Uint8Array) =>
    pictures.push({ name, jpeg, weight: name.includes("photo") ? PHOTO_WEIGHT : 1 });
  const renderer = new LocalRenderer({ allowLoopback: false });
  const examples = readTopics(EXAMPLES).flatMap((topic) => topic.examples);
  for (const { folder, hasRequest, hasUploads } of examples) {
    // A request for a transparent picture cannot have this format.
    if (hasRequest && /"transparent":\s*true/.test(readFileSync(join(EXAMPLES, folder, "request.json"), "utf8")))
      continue;
    for (const scale of SCALES) {
      const { picture } = await renderFiles(
        {
          folder: join(EXAMPLES, folder),
          template: "template.json",
          data: hasRequest ? "request.json" : undefined,
          uploads: hasUploads ? "uploads" : undefined,
          output: { format: "jpg", scale },
        },
        renderer,
      );
      if (picture === undefined) throw new Error(`The example ${folder} cannot be rendered.`);
      add(`${folder}@${scale}`, picture.bytes);
    }
  }
  const engine = ours();
  for (const { name, make } of await makeTemplates()) {
    const design = make(1);
    if (design.scale !== 1) continue;
    for (const scale of SCALES) add(`${name}@${scale}`, await engine.render({ ...design, scale }, "jpeg"));
  }
  return pictures;
}
