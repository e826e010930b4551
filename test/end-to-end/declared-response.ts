/** Compares a response of the running service with what the route table declares. */
import { expect } from "@jest/globals";
import { ERROR_CATALOGUE, type ErrorCode, errorBodySchema } from "../../core/contract/errors.js";
import { errorsOf, type Route } from "../../core/contract/routes.js";

/** The outcome of a request: a success status that the route declares, or the code of an error that it declares. */
export type Outcome = number | ErrorCode;

/**
 * Fails unless the route declares the response and its body has the declared form. Returns the outcome. An error response
 * to HEAD has no body, so the outcome is the first declared error code with that status.
 */
export async function declaredOutcome(route: Route, response: Response): Promise<Outcome> {
  const { status } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("x-request-id")).toMatch(/.+/);
  if (Object.hasOwn(route.responses, status)) {
    const schema = route.responses[status];
    // A list can also be CSV, and a preview is a picture unless the caller asks for JSON.
    const [type = ""] = response.headers.get("content-type")?.split(";") ?? [];
    const isOther = type !== "application/json" && route.media?.includes(type) === true;
    if (status === 201 || status === 202) expect(response.headers.get("location")).toMatch(/^\/api\/v1\//);
    if (schema !== undefined && !isOther) schema.parse(JSON.parse(bytes.toString()));
    return status;
  }
  const codes = errorsOf(route).filter((code) => ERROR_CATALOGUE[code].status === status);
  const [first] = codes;
  if (first === undefined) throw new Error(`${status} is not declared: ${bytes.toString().slice(0, 500)}`);
  if (route.method === "HEAD") return first;
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const body = errorBodySchema.parse(JSON.parse(bytes.toString()));
  expect(codes).toContain(body.code);
  expect(body.message).toBe(body.error);
  expect(body.requestId).toBe(response.headers.get("x-request-id"));
  if (status === 429 || status === 503) expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  return body.code;
}
