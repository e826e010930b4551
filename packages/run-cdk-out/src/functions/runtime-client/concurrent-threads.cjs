// With many invocations in one process, the client uses several worker threads, and does not report an error that ends
// a thread. A function that mostly waits needs only one thread. With this value, the client runs all invocations in the
// main thread, and an uncaught error ends the process and prints its stack.
const threads = require("node:worker_threads");

module.exports = { ...threads, isMainThread: false };
