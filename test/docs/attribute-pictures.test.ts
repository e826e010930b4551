import { existsSync, readFileSync, statSync } from "node:fs";
import { LAYERS } from "@image-render/engine/document";
import { expect, test } from "@jest/globals";
import { BASES, SAMPLES } from "../../docs/pictures/attribute-samples.js";

/** Attributes that have no visible effect in one small picture. */
const UNSEEN = [
  ...["type", "id", "name", "visible_if", "image_url", "fallback_image_url", "strict", "mask_image_url", "mask_fit"],
  ...["svg", "html", "repeat", "repeat_as", "max_items"],
];

const page = readFileSync("docs/template-format.md", "utf8");
const pictures = [...page.matchAll(/\(images\/format\/([\w-]+\.webp)\)/g)].map(([, name = ""]) => name);

test("each layer type has a picture, and so has each of its attributes that can be seen", () => {
  const types = LAYERS.all.map(({ definition }) => definition.type);
  expect(Object.keys(BASES).sort()).toEqual([...types].sort());
  const missing = types.flatMap((type) =>
    Object.keys(LAYERS.get(type).definition.attributes)
      .filter((name) => !UNSEEN.includes(name))
      .filter((name) => SAMPLES[type]?.[name] === undefined && SAMPLES["shared"]?.[name] === undefined)
      .map((name) => `${type}.${name}`),
  );
  expect(missing).toEqual([]);
});

test("each picture of the page exists, and all of them together are at most 150 kB", () => {
  expect(pictures.length).toBeGreaterThan(150);
  expect(pictures.filter((name) => !existsSync(`docs/images/format/${name}`))).toEqual([]);
  const bytes = [...new Set(pictures)].map((name) => statSync(`docs/images/format/${name}`).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000);
});
