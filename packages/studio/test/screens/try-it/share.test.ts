import { spawnSync } from "node:child_process";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "@jest/globals";
import { codeOf, LANGUAGES } from "../../../src/screens/try-it/share/code-of.js";
import { imgTag, openGraphTags } from "../../../src/screens/try-it/share/tags-of.js";

const BASE = "https://images.example.com";
const request = {
  template: "9ab37cf1-8252-8871-be03-8988a77b2ac6",
  format: "webp" as const,
  transparent: true,
  layers: { "main title": { text: `It's "new" \\ $HOME` }, empty: {} },
  variables: { rows: [{ label: "Q1", amount: 5 }] },
};

describe("the request in the languages of its users", () => {
  test.each(LANGUAGES)("%s never contains a key", (language) => {
    expect(codeOf(language, BASE, request)).not.toMatch(/irs_/);
  });

  test("a shell passes on exactly the JSON of the request", () => {
    const code = codeOf("curl", BASE, request);
    // Instead of running curl, print the words of the command as the shell splits them.
    const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${code.split("> job.json")[0] ?? ""}`;
    const words = spawnSync("sh", ["-c", script], { encoding: "utf8", env: { IRS_API_KEY: "KEY" } }).stdout.split("\0");
    expect(words).toContain("Authorization: Bearer KEY");
    expect(JSON.parse(words[words.indexOf("-d") + 1] ?? "")).toEqual(request);
  });

  test("TypeScript writes an object with the values of the request", () => {
    const [, literal = ""] = /createAndWait\(([\s\S]*)\);\nawait/.exec(codeOf("typescript", BASE, request)) ?? [];
    expect(literal).toContain('"main title": {');
    expect(runInNewContext(`(${literal})`)).toEqual(request);
  });

  test("Python writes a dictionary with the values of the request", () => {
    const [, literal = ""] = /body = ([\s\S]*?)\nrequest =/.exec(codeOf("python", BASE, request)) ?? [];
    const { stdout } = spawnSync("python3", ["-c", `import json\nprint(json.dumps(${literal}))`], { encoding: "utf8" });
    expect(JSON.parse(stdout)).toEqual(request);
  });

  test("n8n gets one node that sends the JSON of the request", () => {
    const { nodes } = JSON.parse(codeOf("n8n", BASE, request)) as {
      nodes: { parameters: { url: string; jsonBody: string } }[];
    };
    expect(nodes).toHaveLength(1);
    expect(nodes[0]?.parameters.url).toBe(`${BASE}/api/v1/render?wait=60`);
    expect(JSON.parse(nodes[0]?.parameters.jsonBody ?? "")).toEqual(request);
  });

  test("an assistant gets the name and the arguments of the tool", () => {
    expect(JSON.parse(codeOf("mcp", BASE, request))).toEqual({ name: "render", arguments: request });
  });

  test("code is indented as its language is usually written, and an empty object is on one line", () => {
    const small = { template: "t1", layers: { title: { hide: false, text: "" }, note: {} }, variables: { rows: [] } };
    expect(codeOf("typescript", BASE, small)).toContain(`createAndWait({
  template: "t1",
  layers: {
    title: {
      hide: false,
      text: "",
    },
    note: {},
  },
  variables: {
    rows: [],
  },
});
await writeFile("picture.png"`);
    expect(codeOf("python", BASE, small)).toContain(`body = {
    "template": "t1",
    "layers": {
        "title": {
            "hide": False,
            "text": "",
        },
        "note": {},
    },
    "variables": {
        "rows": [],
    },
}
`);
    expect(codeOf("curl", BASE, { template: "t1" })).toContain(`-d '{\n  "template": "t1"\n}' > job.json`);
    expect(codeOf("mcp", BASE, { template: "t1" })).toBe(
      '{\n  "name": "render",\n  "arguments": {\n    "template": "t1"\n  }\n}',
    );
  });

  test("n8n gets a node as its editor pastes it", () => {
    expect(codeOf("n8n", BASE, { template: "t1" })).toBe(`{
  "nodes": [
    {
      "name": "Render a picture",
      "type": "n8n-nodes-base.httpRequest",
      "typeVersion": 4.2,
      "position": [
        0,
        0
      ],
      "parameters": {
        "method": "POST",
        "url": "https://images.example.com/api/v1/render?wait=60",
        "authentication": "genericCredentialType",
        "genericAuthType": "httpHeaderAuth",
        "sendBody": true,
        "specifyBody": "json",
        "jsonBody": "{\\n  \\"template\\": \\"t1\\"\\n}"
      }
    }
  ],
  "connections": {}
}`);
  });
});

test("tags keep the place of the picture, and characters in the address cannot end its attribute", () => {
  const picture = { url: `${BASE}/img/a?title=x&sig=1`, alt: 'A "big" <day>', width: 1200, height: 630 };
  expect(imgTag(picture)).toBe(
    `<img src="${BASE}/img/a?title=x&amp;sig=1" width="1200" height="630" alt="A &quot;big&quot; &lt;day>">`,
  );
  expect(openGraphTags(picture)).toContain(`<meta property="og:image" content="${BASE}/img/a?title=x&amp;sig=1">`);
});
