/** The program that draws pictures. It is beside the handler of a function that starts it. */
export const RENDER_PROGRAM = "render-process";
/** The module that starts this program in such a function. */
export const STARTER = "start-rendering";

/**
 * Returns the source files of a function by the names of their bundles. They are paths in the project.
 *
 * @param name the name of the function's folder in `lambdas/`
 * @param programs the programs that the function starts
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
