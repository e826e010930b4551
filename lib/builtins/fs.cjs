// An ES import of node:fs would load the code behind its lazy properties: streams and promises (see bundle-code.ts).
module.exports = process.getBuiltinModule("node:fs");
