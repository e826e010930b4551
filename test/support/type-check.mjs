/** Reads `{ files, changes }` and writes the type errors of the files after each change: see changed-sources.ts. */
import { relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import ts from "typescript";

const { files, changes } = JSON.parse(await text(process.stdin));
const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, process.cwd());

// The other programs reuse the files of the first one that no change edits.
let before;
const errors = changes.map((change) => {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  const changed = (path) => change[relative(process.cwd(), path)];
  host.fileExists = (path) => changed(path) !== undefined || fileExists(path);
  host.readFile = (path) => changed(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const isSame = changed(path) === undefined && changes[0][relative(process.cwd(), path)] === undefined;
    return (isSame ? before?.getSourceFile(path) : undefined) ?? getSourceFile.call(host, path, ...rest);
  };
  const names = [...new Set([...files, ...Object.keys(change)])].map((file) => resolve(file));
  const program = ts.createProgram(names, options, host);
  before ??= program;
  return names.flatMap((name) =>
    program.getSemanticDiagnostics(program.getSourceFile(name)).map(({ messageText }) => {
      return `${relative(process.cwd(), name)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    }),
  );
});
process.stdout.write(JSON.stringify(errors));
