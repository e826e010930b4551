import { readFileSync } from "node:fs";

/** Checks of what the examples of each README have created. The lines follow the examples. */
const CHECKS = {
  encoders: `if (Buffer.compare(first, second) === 0 || second.length < 60) throw new Error("No second picture.");`,
  fonts: `if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("No font.");`,
  // The size is in the first chunk of a PNG.
  engine: `const png = Buffer.from(bytes);
    if (png.toString("latin1", 1, 4) !== "PNG") throw new Error("Not a PNG.");
    if (png.readUInt32BE(16) !== 800 || png.readUInt32BE(20) !== 240) throw new Error("Not the size.");
    if (width !== 800 || height !== 240 || warnings.length > 0) throw new Error("Not the picture.");
    if (layers[0]?.layerName !== "title" || !(cpuMs > 1) || !(memoryBytes > 1e6)) throw new Error("Not the estimate.");`,
  "guarded-fetch": `if (answer !== "blocked: 169.254.169.254 is not on the public internet, so the service cannot call it.")
      throw new Error(answer);`,
  "import-svg": `if (JSON.stringify(document.layers).includes('"text":"Hello"') === false) throw new Error("No text.");
    if (document.background !== "#1d1d1b" || files.size > 0 || notes.length > 0) throw new Error("Not the template.");
    if (imported.document.width !== 800) throw new Error("Not the size.");`,
  client: `import { readFile } from "node:fs/promises";
    if ((await readFile("card.png", "utf8")) !== "picture of Hello") throw new Error("Not the picture.");
    service.close();`,
  mcp: `if (response.status !== 401) throw new Error("Not refused.");
    if (response.headers.get("www-authenticate") !== "Bearer") throw new Error("No challenge.");`,
};

/**
 * The preparations that the examples of a README need. The lines are put in front of them. The client needs a service,
 * here a stub.
 */
const PREPARATIONS: Partial<Record<keyof typeof CHECKS, string>> = {
  client: `import { createServer } from "node:http";
    let text = "";
    const service = createServer(async (request, response) => {
      if (request.headers.authorization !== "Bearer irs_x") return void response.writeHead(401).end();
      if (request.url?.endsWith("/asset")) return void response.end("picture of " + text);
      for await (const chunk of request) text = JSON.parse(String(chunk)).layers.title.text;
      response.end(JSON.stringify({ id: "a", status: "done", width: 1200, height: 630 }));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => service.once("listening", resolve));
    const { port } = Object(service.address());
    Object.assign(process.env, { IRS_URL: "http://127.0.0.1:" + port, IRS_API_KEY: "irs_x", IRS_TEMPLATE: "t" });`,
};

/** The packages whose README has examples, by the names of their folders. */
export const EXAMPLE_PACKAGES = Object.keys(CHECKS) as (keyof typeof CHECKS)[];

/**
 * Returns a program: the examples in a package's README, one after the other, and checks of what they have made. The
 * examples can write files into the folder that they run in.
 */
export function readmeProgram(name: keyof typeof CHECKS): string {
  const readme = readFileSync(`packages/${name}/README.md`, "utf8");
  const examples = Array.from(readme.matchAll(/```ts\n([\s\S]*?)```/g), ([, text]) => text);
  if (examples.length === 0) throw new Error(`packages/${name}/README.md has no example.`);
  return `${PREPARATIONS[name] ?? ""}\n${examples.join("")}\n${CHECKS[name]}\n`;
}
