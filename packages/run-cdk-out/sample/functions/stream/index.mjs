// Streams a few lines, if the request comes through the distribution.
/* global awslambda */
export const handler = awslambda.streamifyResponse(async (event, stream) => {
  const trusted = event.headers["x-origin-secret"] === process.env.ORIGIN_SECRET;
  const body = awslambda.HttpResponseStream.from(stream, {
    statusCode: trusted ? 200 : 403,
    headers: { "content-type": "text/plain" },
  });
  for (const line of ["one", "two", "three"]) body.write(`${line}\n`);
  body.end();
});
