import { describe, expect, test } from "@jest/globals";
import { allowedMethods, matchRoute } from "../../../lambdas/shared/match-route.js";

describe("matchRoute", () => {
  test("matchRoute finds a route and decodes its path parameters", () => {
    expect(matchRoute("GET", "/api/v1/renders/a%20b")).toMatchObject({ name: "getRender", params: { id: "a b" } });
    expect(matchRoute("HEAD", "/api/v1/renders/x/image")).toMatchObject({ name: "headImage", params: { id: "x" } });
  });

  test.each([
    "/",
    "/api/v1",
    "/api/v1/render/",
    "/api/v1/renders/",
    "/api/v1/renders/%",
    "/API/v1/render",
    "//api/v1/render",
  ])("matchRoute throws NOT_FOUND for the path %s", (path) => {
    expect(() => matchRoute("GET", path)).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
  });

  test("HEAD has no row of its own and finds the route of GET", () => {
    expect(matchRoute("HEAD", "/api/v1/health")).toMatchObject({ name: "health", route: { method: "GET" } });
    expect(() => matchRoute("HEAD", "/api/v1/render")).toThrow(expect.objectContaining({ code: "METHOD_NOT_ALLOWED" }));
  });

  test("a route without parameters takes precedence over the routes with parameters", () => {
    expect(matchRoute("POST", "/api/v1/img/sign").name).toBe("signImages");
    expect(allowedMethods("/api/v1/img/sign")).toEqual(["POST"]);
    expect(allowedMethods("/api/v1/templates/preview")).toEqual(["POST"]);
    expect(allowedMethods("/api/v1/templates/x")).toEqual(["GET", "HEAD", "PUT", "DELETE"]);
  });

  test("matchRoute throws METHOD_NOT_ALLOWED with the methods of the path", () => {
    const refusal = (method: string, path: string) => {
      try {
        return matchRoute(method, path);
      } catch (error) {
        return error;
      }
    };
    expect(refusal("DELETE", "/api/v1/render")).toMatchObject({
      code: "METHOD_NOT_ALLOWED",
      details: { allow: "POST" },
    });
    expect(refusal("POST", "/api/v1/renders/x/asset")).toMatchObject({ details: { allow: "GET, HEAD" } });
  });
});
