// sharp compares versions when it is installed, and when its library cannot be loaded (see bundle-code.ts).
exports.coerce = (version) => ({ version });
exports.satisfies = () => true;
