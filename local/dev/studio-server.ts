/** Serves the studio from its sources, in front of the running service. */
import { join } from "node:path";
import { createServer } from "vite";

/**
 * Starts Vite, which shows each change of the studio at once. Requests for the API go to the running service.
 * @returns the address of the studio
 */
export async function startStudioServer(projectDir: string, baseUrl: string): Promise<string> {
  // The configuration of Vite is a separate program, which reads the address of the service from this variable.
  process.env["IRS_URL"] = baseUrl;
  const root = join(projectDir, "packages/studio");
  const server = await createServer({ root, configFile: join(root, "vite.config.mjs"), logLevel: "warn" });
  await server.listen();
  return server.resolvedUrls?.local[0] ?? "";
}
