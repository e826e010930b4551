// With many invocations in a process the client spreads them over worker threads, and drops the error that ends one.
// A function that only waits needs one thread: told that it is in a worker, the client runs them all right here, and an
// uncaught error ends the process with its stack printed.
const threads = require("node:worker_threads");

module.exports = { ...threads, isMainThread: false };
