// The client sends all its streamed responses through one agent with one socket: with many invocations in a process
// the second response would wait for the end of the first. This `node:http` lifts that limit, for the client alone.
const http = require("node:http");

class ConcurrentAgent extends http.Agent {
  constructor(options) {
    super({ ...options, maxSockets: Infinity });
  }
}

module.exports = { Agent: ConcurrentAgent, request: http.request };
