// Loads node:crypto when one of its properties is first read (see bundle-code.ts).
module.exports = {};
for (const name of NAMES_OF_CRYPTO.split(" ")) {
  const get = () => process.getBuiltinModule("node:crypto")[name];
  Object.defineProperty(module.exports, name, { enumerable: true, get });
}
