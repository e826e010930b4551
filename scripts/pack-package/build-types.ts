import { globSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Build } from "./build-code.js";

/** Writes the type declarations of the doors and of all that they import from the package. */
export function buildTypes({ source, output, doors }: Build): void {
  const config = ts.getParsedCommandLineOfConfigFile(join(source, "../tsconfig.json"), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => fail([diagnostic]),
  });
  const ambient = globSync("**/*.d.ts", { cwd: source });
  const program = ts.createProgram({
    rootNames: [...doors, ...ambient].map((file) => join(source, file)),
    options: {
      ...config?.options,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: source,
      outDir: output,
    },
  });
  const { diagnostics } = program.emit();
  const found = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (found.length > 0) fail(found);
}

function fail(diagnostics: readonly ts.Diagnostic[]): never {
  const host = { ...ts.sys, getCanonicalFileName: (name: string) => name, getNewLine: () => "\n" };
  throw new Error(ts.formatDiagnostics(diagnostics, { ...host, getCurrentDirectory: () => process.cwd() }));
}
