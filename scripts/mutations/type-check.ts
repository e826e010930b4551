import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Returns the first type error of a file with a different text, or `undefined`. */
export type TypeCheck = (file: string, text: string) => string | undefined;

/** Folders whose files have a `tsconfig.json` of their own, which knows the types of browsers. */
const OWN_PROJECTS = ["packages/studio"];

/** Checks the types of single files. The files stay as they are on disk. */
export function createTypeCheck(root: string): TypeCheck {
  const checks = new Map<string, TypeCheck>();
  return (file, text) => {
    const folder = OWN_PROJECTS.find((one) => file.startsWith(`${one}/`)) ?? "";
    const check = checks.get(folder) ?? createProjectCheck(root, folder);
    checks.set(folder, check);
    return check(file, text);
  };
}

function createProjectCheck(root: string, folder: string): TypeCheck {
  const dir = join(root, folder);
  const config = ts.readConfigFile(join(dir, "tsconfig.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, { ...ts.sys, readDirectory: () => [] }, dir);
  let checked = { path: "", text: "", version: 0 };
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [checked.path],
    getScriptVersion: (path) => (path === checked.path ? String(checked.version) : "on disk"),
    getScriptSnapshot: (path) => {
      const text = path === checked.path ? checked.text : readIfExists(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => dir,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
  });
  return (file, text) => {
    checked = { path: join(root, file), text, version: checked.version + 1 };
    const [first] = [...service.getSyntacticDiagnostics(checked.path), ...service.getSemanticDiagnostics(checked.path)];
    return first === undefined ? undefined : ts.flattenDiagnosticMessageText(first.messageText, " ");
  };
}

function readIfExists(path: string): string | undefined {
  return ts.sys.fileExists(path) ? readFileSync(path, "utf8") : undefined;
}
