import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "@jest/globals";
import { ContractServer } from "../contract-server.js";
import { CARD, type Run, runWith } from "../support.js";

/** The card with another width. */
export const WIDE = { ...CARD, width: 400 };

/** A project as the service returns it. */
export const NEWS = {
  id: "11111111-2222-4333-8444-555555555555",
  name: "News",
  createdAt: "2026-01-01T00:00:00.000Z",
  isDefault: false,
};

/** The text of a file that `pull` writes. */
export const pretty = (value: unknown) => JSON.stringify(value, null, 2) + "\n";

/** Starts a service for each test of a file, and runs `irs templates` with it. */
export class TemplatesFixture {
  server!: ContractServer;

  constructor(options: { readonly pageSize?: number } = {}) {
    beforeEach(async () => {
      this.server = await ContractServer.start(options);
    });
    afterEach(async () => {
      await this.server.close();
    });
  }

  irs(folder: string, ...argv: string[]): Promise<Run> {
    return runWith(this.server.env, folder, "templates", ...argv);
  }

  /** The requests that are not reads. */
  writes(): string[] {
    return this.server.requests.filter((request) => !request.startsWith("GET"));
  }
}

/** The text of a file in a folder's `templates/`. */
export function readTemplate(folder: string, file: string): string {
  return readFileSync(join(folder, "templates", file), "utf8");
}

/** The manifest of a folder's `templates/`. */
export function readManifest(folder: string) {
  return JSON.parse(readTemplate(folder, "irs.json")) as { templates: Record<string, unknown>[] };
}
