/** An assistant: the official client of the protocol, connected as a configuration says. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

type Server =
  | { readonly type: "http"; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly command: string; readonly args: string[]; readonly env?: Record<string, string> };

/**
 * Connects to the only server of a configuration, as assistants read it.
 *
 * @param folder where the assistant starts programs
 */
export async function connectAs(configuration: string, folder: string): Promise<Client> {
  const { mcpServers } = JSON.parse(configuration) as { mcpServers: Readonly<Record<string, Server>> };
  const [server] = Object.values(mcpServers);
  if (server === undefined) throw new Error("The configuration names no server.");
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  if ("url" in server) {
    const requestInit = { headers: server.headers };
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  } else {
    // An assistant passes on no more of its own environment. npm would look for a newer version of itself at the end.
    const env = { PATH: process.env["PATH"] ?? "", npm_config_update_notifier: "false", ...server.env };
    await client.connect(new StdioClientTransport({ ...server, env, cwd: folder }));
  }
  return client;
}

/** Finds a template, reads what can be changed, and renders it with texts. Resolves to the picture that the user sees. */
export async function askForPicture(
  client: Client,
  query: string,
  texts: Readonly<Record<string, string>>,
): Promise<Uint8Array> {
  const call = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input });
    if (result.isError === true) throw new Error(JSON.stringify(result.content));
    return result;
  };
  const { structuredContent: found } = await call("list_templates", { query });
  const template = (found as { templates: { id: string }[] }).templates[0]?.id ?? "";
  const { structuredContent: schema } = await call("get_template_schema", { template });
  const missing = Object.keys(texts).filter((name) => !JSON.stringify(schema).includes(`"${name}"`));
  if (missing.length > 0) throw new Error(`The schema does not name ${missing.join(", ")}.`);
  const layers = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { text }]));
  const { content } = await call("render", { template, layers });
  const picture = content.find((part) => part.type === "image");
  if (picture?.type !== "image") throw new Error("The assistant got no picture.");
  return Buffer.from(picture.data, "base64");
}
