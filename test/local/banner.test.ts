import { expect, test } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { type BannerFacts, bannerText } from "../../local/banner.js";
import type { Connection } from "../../local/connection-file.js";

const connection = {
  baseUrl: "http://127.0.0.1:4000",
  apiKey: "irs_key",
  workspaceId: "w",
  templates: { "Blog Card": "t-1", Badge: "t-2" },
  inspectUrl: "http://127.0.0.1:5000",
  pid: 1,
};
const link = `${connection.baseUrl}/studio#token`;
const banner = (facts: Partial<BannerFacts> = {}, more: Partial<Connection> = {}) =>
  bannerText({ ...connection, ...more }, { sampleBody: undefined, signInLink: link, seconds: 3.21, ...facts });
const commands = (text: string) => text.split("\n").filter((line) => line.startsWith("  curl "));

test("the banner has the base address, the API key and a request with the first template", () => {
  const text = banner();
  for (const part of ["Ready after 3.2 s", connection.baseUrl, connection.apiKey, '{"template":"t-1"}']) {
    expect(text).toContain(part);
  }
});

test("a sample body with quotes reaches curl unchanged", () => {
  const body = '{"template":"t-1","layers":{"title":{"text":"It\'s \\"here\\""}}}';
  const [create = ""] = commands(banner({ sampleBody: body }));
  const shown = create.replace("curl", "printf '%s\\n'").replace(" | tee render.json", "");
  const args = execFileSync("/bin/sh", ["-c", shown], { encoding: "utf8" }).split("\n");
  expect(args).toContain(body);
});

test("without templates, the banner has no requests", () => {
  expect(commands(banner({}, { templates: {} }))).toEqual([]);
});

test("the banner shows the link of the studio in full, how long it works, and the command for a new one", () => {
  const lines = banner().split("\n");
  const at = lines.findIndex((line) => line.endsWith(` ${link}`));
  expect(lines[at]).toMatch(/^ {2}Studio/);
  expect(lines[at + 1]).toMatch(/once, within five minutes.*npx irs studio/);
});

test("a banner without a link shows the address of the studio, where a key signs in", () => {
  expect(banner({ signInLink: undefined })).toMatch(/^ {2}Studio +http:\/\/127\.0\.0\.1:4000\/studio$/m);
});
