/** A project outside of this repository that uses packages of it, for `packages.test.ts`. */
import { execFileSync, spawnSync, type SpawnSyncReturns } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The parts of a package.json that the tests read. */
export interface Manifest {
  readonly name: string;
  readonly engines: { readonly node: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A folder with the oldest Node.js that a package promises. */
export interface ConsumerProject {
  readonly folder: string;
  /** The package.json in the repository. */
  readonly manifest: Manifest;
  /** As in `>=20.17`, without the sign. */
  readonly oldestNode: string;
  /** Creates the folder, and installs Node.js and npm beside it. */
  readonly prepare: () => void;
  /** Runs a command in the folder. */
  readonly run: (command: string, args: readonly string[]) => SpawnSyncReturns<string>;
}

/** Describes the project for the package in `packages/<name>`, below the folder `root`. */
export function consumerProject(root: string, name: string): ConsumerProject {
  const folder = join(root, name);
  const tools = join(root, `${name}-tools`);
  const manifest = readManifest(`packages/${name}`);
  const oldestNode = manifest.engines.node.replace(">=", "");
  return {
    folder,
    manifest,
    oldestNode,
    prepare() {
      execFileSync(".ci/install-node", [tools, oldestNode], { stdio: "pipe" });
      mkdirSync(folder);
      writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    },
    run(command, args) {
      const path = [join(tools, "node_modules/.bin"), "/usr/bin", "/bin"].join(delimiter);
      return spawnSync(command, args, { cwd: folder, env: { ...ownEnvironment(), PATH: path }, encoding: "utf8" });
    },
  };
}

/** Reads the package.json of a folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Packs a package into the folder `root`, and returns the path of its tarball. */
export function packInto(root: string, name: string): string {
  const args = ["run", "--silent", "pack", "--workspace", `packages/${name}`, "--", "--pack-destination", root];
  execFileSync("npm", args, { stdio: "pipe" });
  const file = readdirSync(root).find((file) => file.startsWith(`image-render-${name}-`) && file.endsWith(".tgz"));
  if (file === undefined) throw new Error(`packages/${name} has no tarball in ${root}.`);
  return join(root, file);
}

/** The settings of the machine: where packages come from, and which certificates it trusts, for example of a proxy. */
const OF_THE_MACHINE = new Set(["npm_config_registry", "NODE_EXTRA_CA_CERTS"]);

/** The environment without the variables of the npm and the Node.js that run the test. */
function ownEnvironment(): Record<string, string | undefined> {
  const isOthers = (key: string) => /^(npm_|NODE_)/.test(key) && !OF_THE_MACHINE.has(key);
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !isOthers(key)));
}
