// With many invocations in a process the client logs by `writeSync` to standard output, which fails with EAGAIN, and
// with it the handler that logs, whenever the reader is a moment behind. A stream waits instead.
const fs = require("node:fs");

function writeSync(fd, text, ...rest) {
  return fd === 1 ? process.stdout.write(text) : fs.writeSync(fd, text, ...rest);
}

module.exports = { ...fs, writeSync };
