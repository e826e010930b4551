/** Holds an answer of the running service against what the route table declares. */
import { expect } from "@jest/globals";
import { ERROR_CATALOGUE, type ErrorCode, errorBodySchema } from "../../core/contract/errors.js";
import { errorsOf, type Route } from "../../core/contract/routes.js";

/** What a route answered: a status that it declares, or the code of an error that it declares. */
export type Outcome = number | ErrorCode;

/**
 * Fails unless the answer is one of the declared ones and its body is as declared. Resolves to which one it was; an error
 * answered to HEAD has no body, so the first of the declared codes with its status stands for it.
 */
export async function declaredOutcome(route: Route, answer: Response): Promise<Outcome> {
  const { status } = answer;
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get("x-request-id")).toMatch(/.+/);
  if (Object.hasOwn(route.responses, status)) {
    const schema = route.responses[status];
    if (schema !== undefined) schema.parse(JSON.parse(bytes.toString()));
    return status;
  }
  const codes = errorsOf(route).filter((code) => ERROR_CATALOGUE[code].status === status);
  const [first] = codes;
  if (first === undefined) throw new Error(`${status} is not declared: ${bytes.toString().slice(0, 500)}`);
  if (route.method === "HEAD") return first;
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const body = errorBodySchema.parse(JSON.parse(bytes.toString()));
  expect(codes).toContain(body.code);
  expect(body.message).toBe(body.error);
  expect(body.requestId).toBe(answer.headers.get("x-request-id"));
  if (status === 429 || status === 503) expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  return body.code;
}
