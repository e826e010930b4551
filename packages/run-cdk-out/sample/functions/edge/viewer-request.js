import cf from "cloudfront";

// eslint-disable-next-line no-unused-vars -- CloudFront calls the function of this name
async function handler(event) {
  var request = event.request;
  request.headers["x-edge"] = { value: await cf.kvs().get("greeting") };
  return request;
}
