/** Keeps a running service up to date with its sources. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Project, Runner } from "run-cdk-out";
import { BuildError, buildFunction, importedSources, writeFunction } from "./build-function.js";
import { shortList } from "./short-list.js";
import { changedInTemplate } from "./template-check.js";

export interface DevelopmentOptions {
  readonly project: Project;
  readonly runner: Pick<Runner, "functions" | "replaceCode">;
  readonly print: (text: string) => void;
}

/** The folder of the CloudFront Function, whose code is part of the template. */
const EDGE_FOLDER = "lambdas/edge";
/** The files that a synthesis reads besides the modules that bin/app.ts imports. */
const TEMPLATE_SOURCES = /^(bin|lib|layers|site)\/|^(cdk|package-lock|tsconfig)\.json$/;

interface WatchedFunction {
  readonly name: string;
  /** The source files of the function. Undefined if they are unknown because the function cannot be built. */
  inputs: ReadonlySet<string> | undefined;
  /** The code that replaced the code of the assembly. */
  code: string | undefined;
}

/** Reacts to changes of the sources. The methods must not run at the same time. */
export class Development {
  readonly #options: DevelopmentOptions;
  readonly #codeDir: string;
  readonly #functions: readonly WatchedFunction[];
  #templateInputs: ReadonlySet<string> = new Set();
  #templateDiffers = false;

  constructor(options: DevelopmentOptions) {
    this.#options = options;
    // The folder is beside the assembly, because the assembly must stay unchanged.
    this.#codeDir = `${options.project.assemblyDir}-dev`;
    rmSync(this.#codeDir, { recursive: true, force: true });
    const running = new Set(options.runner.functions.map(({ name }) => name));
    this.#functions = namesOfFunctions(options.project.projectDir)
      .filter((name) => running.has(name))
      .map((name) => ({ name, inputs: undefined, code: undefined }));
  }

  /** Replaces the code of these functions with code that has the source maps that debuggers need. */
  async debug(names: readonly string[]): Promise<void> {
    await this.#rebuild(this.#functions.filter(({ name }) => names.includes(name)));
  }

  /** Finds the sources of each function and of the template. Until then, every change rebuilds every function. */
  async findInputs(): Promise<void> {
    for (const watched of this.#functions) watched.inputs ??= (await this.#build(watched.name))?.inputs;
    await this.#findTemplateInputs();
  }

  /** Updates the functions whose files have changed, and reports whether a changed template needs a restart. */
  async apply(paths: readonly string[]): Promise<void> {
    const started = performance.now();
    const replaced = await this.#rebuild(
      this.#functions.filter(({ inputs }) => inputs === undefined || paths.some((path) => inputs.has(path))),
    );
    if (replaced.length > 0) {
      const seconds = ((performance.now() - started) / 1_000).toFixed(1);
      this.#options.print(`${shortList(paths)} changed: new code for ${replaced.join(", ")} (${seconds} s)`);
    }
    const ofTemplate = paths.filter((path) => TEMPLATE_SOURCES.test(path) || this.#templateInputs.has(path));
    if (ofTemplate.length === 0) return;
    const isChanged = await this.#checkTemplate(ofTemplate);
    if (!isChanged && replaced.length === 0) {
      this.#options.print(`${shortList(ofTemplate)} changed, but not the template. A restart is not needed.`);
    }
  }

  /** Builds the functions, and replaces code that has changed. Returns the names of the functions with new code. */
  async #rebuild(functions: readonly WatchedFunction[]): Promise<string[]> {
    const replaced = await Promise.all(functions.map((watched) => this.#rebuildOne(watched)));
    return functions.filter((_, index) => replaced[index]).map(({ name }) => name);
  }

  async #rebuildOne(watched: WatchedFunction): Promise<boolean> {
    const built = await this.#build(watched.name);
    watched.inputs = built?.inputs;
    if (built === undefined) return false;
    // Leave out the source maps, because they also change when only a comment changes.
    const code = [...built.files].flatMap(([name, text]) => (name.endsWith(".map") ? [] : text)).join("\n");
    if (code === watched.code) return false;
    watched.code = code;
    const folder = join(this.#codeDir, watched.name);
    writeFunction(folder, built);
    this.#options.runner.replaceCode(watched.name, folder);
    return true;
  }

  /** Builds a function. Returns undefined if its sources cannot be built: the function then keeps its current code. */
  async #build(name: string) {
    try {
      return await buildFunction(this.#options.project.projectDir, name);
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      this.#options.print(`${name} cannot be built and keeps its code:\n${error.message}`);
      return undefined;
    }
  }

  async #findTemplateInputs(): Promise<void> {
    const { projectDir } = this.#options.project;
    const edge = namesIn(join(projectDir, EDGE_FOLDER)).map((name) => `${EDGE_FOLDER}/${name}`);
    try {
      this.#templateInputs = await importedSources(projectDir, ["bin/app.ts", ...edge]);
    } catch (error) {
      // The next synthesis reports this error and all other problems.
      if (!(error instanceof BuildError)) throw error;
    }
  }

  /** Reports the differences that a restart would apply. Returns whether it printed a report. */
  async #checkTemplate(paths: readonly string[]): Promise<boolean> {
    const { project, print } = this.#options;
    const didDiffer = this.#templateDiffers;
    try {
      await this.#findTemplateInputs();
      const differing = await changedInTemplate(project, `${project.assemblyDir}-check`);
      if (differing.length > 0) {
        print(
          `${shortList(paths)} changed the template (${shortList(differing)}). Restart to apply this: ` +
            "stop with Ctrl-C, then run `npm run dev` again.",
        );
      } else if (didDiffer) print("The template is again the one that is running. A restart is not needed.");
      this.#templateDiffers = differing.length > 0;
      return didDiffer || this.#templateDiffers;
    } catch (error) {
      print(`${shortList(paths)} changed. ${error instanceof Error ? error.message : String(error)}`);
      return true;
    }
  }
}

/** Returns the names of the folders below lambdas/ that contain a function. */
function namesOfFunctions(projectDir: string): string[] {
  return namesIn(join(projectDir, "lambdas")).filter((name) =>
    existsSync(join(projectDir, "lambdas", name, "handler.ts")),
  );
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
