// Replaces the native part of the runtime interface client: gets invocations from the Runtime API and posts their
// results.
//
// `done` and `error` return before their request has ended, as the client expects. With one invocation at a time,
// `next` waits for that request, so that the Runtime API receives a result before the next poll.
const http = require("node:http");

const [hostname, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(":");
const manyInvocationsAtOnce = process.env.AWS_LAMBDA_MAX_CONCURRENCY !== undefined;
const agent = new http.Agent({ keepAlive: true });
const unfinished = new Set();

function call(method, path, body) {
  return new Promise((resolve, reject) => {
    const headers =
      body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    const request = http.request({ agent, hostname, port, method, path: `/2018-06-01/runtime/${path}`, headers });
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks = [];
      response.on("error", reject);
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode } = response;
        resolve({ statusCode, headers: response.headers, body: Buffer.concat(chunks).toString("utf8") });
      });
    });
    request.end(body);
  });
}

function post(path, body) {
  const sent = call("POST", path, body)
    .catch((error) => process.stderr.write(`The Runtime API did not take a result: ${error.message}\n`))
    .finally(() => unfinished.delete(sent));
  unfinished.add(sent);
}

async function next() {
  if (!manyInvocationsAtOnce) await Promise.all(unfinished);
  const { statusCode, headers, body } = await call("GET", "invocation/next");
  if (statusCode !== 200) throw new Error(`The Runtime API responded with ${statusCode} to a poll.`);
  return { bodyJson: body, headers };
}

module.exports = {
  next,
  done: (requestId, body) => post(`invocation/${requestId}/response`, body),
  error: (requestId, body) => post(`invocation/${requestId}/error`, body),
};
