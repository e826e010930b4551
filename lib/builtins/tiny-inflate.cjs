// Decompresses raw deflate data like the package of this name, but with zlib (see bundle-code.ts).
module.exports = (source, destination) => {
  const unpacked = process.getBuiltinModule("node:zlib").inflateRawSync(source);
  destination.set(unpacked);
  return destination.subarray(0, unpacked.length);
};
