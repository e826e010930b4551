// Loads node:child_process when one of its properties is first read (see bundle-code.ts).
module.exports = {};
for (const name of NAMES_OF_CHILD_PROCESS.split(" ")) {
  const get = () => process.getBuiltinModule("node:child_process")[name];
  Object.defineProperty(module.exports, name, { enumerable: true, get });
}
