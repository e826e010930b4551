import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { headingIds } from "../../../../../site/builder/heading-ids.js";
import { renderFailure } from "../../../src/messages/en/renders.js";
import { explainFailure } from "../../../src/screens/renders/explain-failure.js";

describe("the explanation of a failed render", () => {
  test.each([
    ["The render was canceled.", "canceled"],
    ["The picture could not be rendered in 3 attempts. Try again, or use a smaller scale.", "exhausted"],
    ["The picture was not rendered, because no renderer was free for a long time. Try again.", "busy"],
    ["The service could not read this job. Create the render again.", "corrupt"],
    ["images.example.com returned status 404.", "image"],
    ["The host missing.invalid does not exist. Set fallback_image_url or fallback_color on the layer.", "image"],
    ["layers.title.color: unknown color.", "invalid"],
  ] as const)("“%s” is explained as %s", (error, name) => {
    expect(explainFailure(error).text).toBe(renderFailure[name]);
  });

  test.each(
    ["The render was canceled.", "rendered in 1 attempt", "no renderer was free", "An image is missing.", "?"].map(
      (error) => explainFailure(error).href,
    ),
  )("%s is a section of the documentation", (href) => {
    const [, page = "", anchor = ""] = /^\/docs\/([\w-]+)#([\w-]+)$/.exec(href) ?? [];
    const markdown = readFileSync(new URL(`../../../../../docs/${page}.md`, import.meta.url), "utf8");
    const idOf = headingIds();
    const anchors = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => idOf(heading));
    expect(anchors).toContain(anchor);
  });
});
