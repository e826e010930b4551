/**
 * Compiles TypeScript with swc, and gives each module its own constants for the globals that it uses. Test files run in a `vm`
 * context, where each use of a global such as `Math` is looked up in an object outside of the context. That makes code that
 * works on pixels several times slower.
 */
import swcJest from "@swc/jest";

/** Globals that no test replaces. `Date` and timers are not among them. */
const GLOBALS = [
  ...["Math", "Number", "Object", "Array", "String", "Map", "Set", "Buffer", "DataView", "JSON"],
  ...["Uint8Array", "Uint8ClampedArray", "Uint16Array", "Int16Array", "Uint32Array", "Int32Array"],
  ...["Float32Array", "Float64Array", "Infinity", "NaN"],
];

/** The text stays on the first line, so that the lines in stack traces stay the same. */
function withOwnGlobals(code) {
  const used = GLOBALS.filter((name) => new RegExp(`\\b${name}\\b`).test(code) && !declares(code, name));
  return used.length === 0 ? code : `const { ${used.join(", ")} } = globalThis; ${code}`;
}

/** Whether a module may declare or import a name at its top level. */
function declares(code, name) {
  return new RegExp(`(const|let|var|class|function|as|import|[{,])\\s*${name}\\b(?!\\s*[.(:])`).test(code);
}

/** Jest calls this with the options of the transform. */
function createTransformer(options) {
  const swc = swcJest.createTransformer(options);
  return {
    ...swc,
    process: (...args) => changed(swc.process(...args)),
    processAsync: async (...args) => changed(await swc.processAsync(...args)),
    getCacheKey: (...args) => `${swc.getCacheKey(...args)}-own-globals`,
  };
}

function changed(result) {
  return { ...result, code: withOwnGlobals(result.code) };
}

export default { createTransformer };
