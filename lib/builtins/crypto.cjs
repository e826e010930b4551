// See bundle-code.ts: an ES import of node:crypto would load what its lazy properties stand for.
module.exports = process.getBuiltinModule("node:crypto");
