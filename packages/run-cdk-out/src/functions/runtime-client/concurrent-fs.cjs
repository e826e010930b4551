// With many invocations in one process, the client logs with `writeSync` to standard output. This fails with EAGAIN if
// the reader is slow, and the handler that logs fails too. A stream waits for the reader.
const fs = require("node:fs");

function writeSync(fd, text, ...rest) {
  return fd === 1 ? process.stdout.write(text) : fs.writeSync(fd, text, ...rest);
}

module.exports = { ...fs, writeSync };
