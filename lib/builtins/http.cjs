// See bundle-code.ts: an ES import of node:http would load what its lazy properties stand for.
module.exports = process.getBuiltinModule("node:http");
