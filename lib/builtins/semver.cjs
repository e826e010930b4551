// sharp compares versions only during its installation, and when its library cannot be loaded (see bundle-code.ts).
exports.coerce = (version) => ({ version });
exports.satisfies = () => true;
