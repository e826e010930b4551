// The client sends all streamed responses through one agent with one socket. With many invocations in one process, the
// second response would wait for the end of the first. This version of `node:http` has no such limit.
const http = require("node:http");

class ConcurrentAgent extends http.Agent {
  constructor(options) {
    super({ ...options, maxSockets: Infinity });
  }
}

module.exports = { Agent: ConcurrentAgent, request: http.request };
