import cf from "cloudfront";

async function handler(event) {
  var request = event.request;
  request.headers["x-edge"] = { value: await cf.kvs().get("greeting") };
  return request;
}
