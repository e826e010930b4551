import { ApiError } from "@image-render/client";
import { expect, test } from "@jest/globals";
import { documentOfHtml, problemsOfHtml } from "../../src/screens/templates/new/html-document.js";

test("HTML becomes one layer of the whole size, and each name in braces becomes one variable", () => {
  const html = "<h1>{{ title }}</h1><p>{{title}} {{ price * 2 }} {{author}}</p>";
  expect(documentOfHtml(html, { width: 1200, height: 630 })).toEqual({
    width: 1200,
    height: 630,
    background: "#ffffff",
    variables: [
      { name: "title", type: "string", default: "title" },
      { name: "author", type: "string", default: "author" },
    ],
    layers: [{ id: "html", name: "html", type: "html", x: 0, y: 0, width: 1200, height: 630, html }],
  });
  expect(documentOfHtml("<p>Text</p>", { width: 10, height: 10 })).not.toHaveProperty("variables");
});

test("a problem of the HTML has the line that the service names, and one of the document has none", () => {
  const issues = [
    { path: "document.layers[0].html", message: "Line 3, column 12: The element <b> is not closed before </div>." },
    { path: "document.layers[0].html", message: 'There is no variable "x" in this template.' },
  ];
  const error = new ApiError("No.", { status: 422, details: { issues } });
  expect(problemsOfHtml(error)).toEqual([
    { line: 3, message: "The element <b> is not closed before </div>." },
    { line: undefined, message: 'There is no variable "x" in this template.' },
  ]);
  expect(problemsOfHtml(new Error("offline"))).toEqual([]);
  const tooLarge = new ApiError("It is too large.", { status: 413 });
  expect(problemsOfHtml(tooLarge)).toEqual([{ line: undefined, message: "It is too large." }]);
});
