import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type Overrides } from "../../../../core/contract/template/overrides.js";
import { readDocument } from "../../../../core/rendering/resolve/read-request.js";
import { ALLOWED_LEVELS, comparePaths, compareSeed, oracleImages, oracleResources } from "./compare-paths.js";

const EXAMPLES = join(import.meta.dirname, "../../../../examples");
const examples = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, "template.json")));
const readJson = (name: string, file: string): unknown => JSON.parse(readFileSync(join(EXAMPLES, name, file), "utf8"));

const SEEDS_PER_TEST = 50;

describe("the fast path draws what the whole picture drawn at once shows", () => {
  test.each(examples)(
    "%s, at each scale, as it is and as it is requested",
    async (name) => {
      const document = readDocument(readJson(name, "template.json"));
      const request = readJson(name, "request.json") as Overrides;
      for (const scale of [0.5, 1.5]) {
        const options = { scale, transparent: false };
        const differences = await comparePaths(document, [{}, request], options, oracleResources());
        expect(Math.max(...differences.map(({ largest }) => largest))).toBeLessThanOrEqual(ALLOWED_LEVELS);
      }
    },
    60_000,
  );

  // More of them, and others, by `npm run oracle -- --runs 2000 --from 1000`.
  test.each([1, 2, 3, 4])(
    "random documents, repainted for random requests: batch %d",
    async (batch) => {
      const images = await oracleImages();
      const failed: string[] = [];
      for (let seed = (batch - 1) * SEEDS_PER_TEST; seed < batch * SEEDS_PER_TEST; seed++) {
        const differences = await compareSeed(seed, images);
        const worst = Math.max(...differences.map(({ largest }) => largest));
        if (worst > ALLOWED_LEVELS) failed.push(`seed ${seed}: ${worst} levels`);
      }
      expect(failed).toEqual([]);
    },
    60_000,
  );
});
