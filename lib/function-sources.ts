/** The program that draws pictures, beside the handler of a function that starts it. */
export const RENDER_PROGRAM = "render-process";
/** The module of such a function that starts the program. */
export const STARTER = "start-rendering";

/**
 * The source files of a function by the names of their bundles, as paths in the project.
 *
 * @param name that of its folder in `lambdas/`
 * @param programs the programs that it starts
 */
export function functionSources(name: string, programs: readonly string[]) {
  const folder = `lambdas/${name}`;
  const sourceOf = (program: string) =>
    program === RENDER_PROGRAM ? "packages/engine/src/process/render-program.ts" : `${folder}/${program}.ts`;
  return {
    handler: `${folder}/handler.ts`,
    starter: programs.includes(RENDER_PROGRAM) ? `${folder}/${STARTER}.ts` : undefined,
    programs: programs.map((program) => [program, sourceOf(program)] as const),
  };
}
