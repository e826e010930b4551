/** Loads the client of CloudWatch at the first call (figures.ts). */
import type { FiguresOptions } from "../../aws/figures.js";
import type { FigureStore } from "../../core/operations/ports.js";
import type * as figuresModule from "./figures.js";

/** The bundle beside the handler. It is not a literal in `import()`, so that no bundler puts it into the handler. */
const PROGRAM = new URL("./figures.mjs", import.meta.url).href;

export function createLoadFigures(options: Omit<FiguresOptions, "clients">): () => Promise<FigureStore> {
  let loaded: Promise<FigureStore> | undefined;
  return async () => {
    loaded ??= (import(PROGRAM) as Promise<typeof figuresModule>).then(({ createFigures }) => createFigures(options));
    return await loaded;
  };
}
