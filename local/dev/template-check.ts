import { isDeepStrictEqual } from "node:util";
import { type Project, readAssembly, synthesize, type Template } from "run-cdk-out";

/**
 * Synthesizes the project into `checkDir`, and returns the differences from the running template: logical IDs of
 * resources and names of outputs. Differences in the code of functions and layers do not count.
 */
export async function changedInTemplate(project: Project, checkDir: string): Promise<string[]> {
  const { projectDir, command } = project;
  // Without bundling, a synthesis takes a third of the time.
  const context = { ...project.context, "aws:cdk:bundling-stacks": [] };
  await synthesize({ projectDir, command, assemblyDir: checkDir, context });
  return differences(readAssembly(project.assemblyDir).template, readAssembly(checkDir).template);
}

/** Returns the differences between two templates, apart from the code of functions and layers. */
export function differences(running: Template, now: Template): string[] {
  const before = comparable(running);
  const after = comparable(now);
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => !isDeepStrictEqual(before.get(name), after.get(name)));
}

function comparable({ Resources, Outputs, Parameters, Mappings, Conditions }: Template): Map<string, unknown> {
  const resources = Object.entries(Resources).map(([id, { Type, Properties, DependsOn, Condition }]) => {
    const { Code, Content, ...properties } = Properties;
    const codeKind = [Code, Content].map((code) =>
      typeof code === "object" && code !== null ? Object.keys(code) : code,
    );
    return [id, { Type, DependsOn, Condition, properties, codeKind }] as const;
  });
  return new Map<string, unknown>([...resources, ...Object.entries({ ...Outputs, Parameters, Mappings, Conditions })]);
}
