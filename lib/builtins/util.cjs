// An ES import of node:util would load the code behind its lazy properties (see bundle-code.ts).
module.exports = process.getBuiltinModule("node:util");
