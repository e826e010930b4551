import { globSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Build } from "./build-code.js";

/**
 * Writes the type declarations of the entry points and of all modules of the package that they import.
 *
 * @throws Error with the messages of the compiler, if there are any.
 */
export function buildTypes({ folder, staged, entryPoints }: Build): void {
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, "tsconfig.json"), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => demandNone([diagnostic]),
  });
  const rootDir = join(folder, "src");
  // The packages that this package imports can need ambient declarations of their own.
  const ambient = globSync("../*/src/**/*.d.ts", { cwd: folder }).map((file) => join(folder, file));
  const program = ts.createProgram({
    rootNames: [...entryPoints.map(({ source }) => join(folder, source)), ...ambient],
    options: {
      ...config?.options,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir,
      outDir: join(staged, "dist/types"),
    },
  });
  const { diagnostics } = program.emit();
  demandNone([...ts.getPreEmitDiagnostics(program), ...diagnostics]);
}

function demandNone(diagnostics: readonly ts.Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  throw new Error(
    ts.formatDiagnostics(diagnostics, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => process.cwd(),
      getNewLine: () => "\n",
    }),
  );
}
