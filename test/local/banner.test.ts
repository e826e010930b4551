import { expect, test } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { bannerText } from "../../local/banner.js";

const connection = {
  baseUrl: "http://127.0.0.1:4000",
  apiKey: "irs_key",
  workspaceId: "w",
  templates: { "Blog Card": "t-1", Badge: "t-2" },
  inspectUrl: "http://127.0.0.1:5000",
  pid: 1,
};
const commands = (text: string) => text.split("\n").filter((line) => line.startsWith("  curl "));

test("the banner has the base address, the API key and a request with the first template", () => {
  const text = bannerText(connection, undefined, 3.21);
  for (const part of ["Ready after 3.2 s", connection.baseUrl, connection.apiKey, '{"template":"t-1"}']) {
    expect(text).toContain(part);
  }
});

test("a sample body with quotes reaches curl unchanged", () => {
  const body = '{"template":"t-1","layers":{"title":{"text":"It\'s \\"here\\""}}}';
  const [create = ""] = commands(bannerText(connection, body, 1));
  const shown = create.replace("curl", "printf '%s\\n'").replace(" | tee render.json", "");
  const args = execFileSync("/bin/sh", ["-c", shown], { encoding: "utf8" }).split("\n");
  expect(args).toContain(body);
});

test("without templates, the banner has no requests", () => {
  expect(commands(bannerText({ ...connection, templates: {} }, undefined, 1))).toEqual([]);
});
