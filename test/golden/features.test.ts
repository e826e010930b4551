import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { LocalRenderer } from "../../cli/local-renderer.js";
import { renderFiles } from "../../cli/render-files.js";
import { expectGolden } from "./compare-picture.js";

const FEATURES = join(import.meta.dirname, "../../examples/features");
const names = readdirSync(FEATURES).filter((name) => existsSync(join(FEATURES, name, "template.json")));
const renderer = new LocalRenderer({ allowLoopback: false });

/** The codes of the warnings that a feature shows. Most show none. */
function expectedWarnings(folder: string): unknown {
  const path = join(folder, "expected-warnings.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : [];
}

describe("features of the template language", () => {
  test.each(names)("the feature %s matches its golden, with exactly the expected warnings", async (name) => {
    const folder = join(FEATURES, name);
    const data = existsSync(join(folder, "request.json")) ? "request.json" : undefined;
    const uploads = existsSync(join(folder, "uploads")) ? "uploads" : undefined;
    const { issues, warnings, picture } = await renderFiles(
      { folder, template: "template.json", data, uploads },
      renderer,
    );
    expect(issues).toEqual([]);
    expect(warnings.map(({ code }) => code)).toEqual(expectedWarnings(folder));
    await expectGolden(`features-${name}`, picture?.bytes ?? new Uint8Array(), join(folder, "expected.png"));
  });

  test("a receipt with a short list is lower than one with a long list", async () => {
    const source = { folder: join(FEATURES, "receipt"), template: "template.json" };
    const long = await renderFiles({ ...source, data: "request.json" }, renderer);
    const short = await renderFiles(source, renderer);
    const sizes = [long, short].map(({ picture }) => [picture?.width, picture?.height]);
    expect(sizes).toEqual([
      [420, 538],
      [420, 376],
    ]);
  });

  test.each(names)("the feature %s has a name and a description", (name) => {
    const template: unknown = JSON.parse(readFileSync(join(FEATURES, name, "template.json"), "utf8"));
    expect(template).toMatchObject({
      name: expect.stringMatching(/./) as unknown,
      description: expect.stringMatching(/\.$/) as unknown,
    });
  });
});
