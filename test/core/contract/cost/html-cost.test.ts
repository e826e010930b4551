import { describe, expect, test } from "@jest/globals";
import { costIssues } from "../../../../core/contract/cost/cost-issues.js";
import { estimateCost } from "../../../../core/contract/cost/estimate-cost.js";
import { checkTemplateDocument } from "../../../../core/contract/template/check-template-document.js";
import { expandLayers } from "../../../../core/contract/template/expand-layers.js";

function estimateOf(html: string, scale = 1) {
  const layers = [{ id: "a", name: "card", type: "html", width: 1200, height: 630, html }];
  const checked = checkTemplateDocument({ width: 1200, height: 630, layers });
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  const { document } = checked;
  return estimateCost(document, expandLayers(document, {}), { format: "png", scale, transparent: false });
}

describe("the estimate of HTML", () => {
  test("it grows with elements, characters, shadows, groups, images and the scale", () => {
    const plain = estimateOf("<p>a</p>").cpuMs;
    const costlier = [
      estimateOf("<p>a</p>".repeat(100)),
      estimateOf(`<p>${"a ".repeat(1000)}</p>`),
      estimateOf('<p style="box-shadow: 0 0 9px red">a</p>'),
      estimateOf('<p style="opacity: 0.5">a</p>'),
      estimateOf('<p>a</p><img src="https://example.com/a.png">'),
      estimateOf("<p>a</p>", 2),
    ];
    for (const { cpuMs } of costlier) expect(cpuMs).toBeGreaterThan(plain * 1.05);
  });

  test("HTML that would take too long is refused before anything is written, with the name of its layer", () => {
    const shadows = '<p style="box-shadow: 0 0 90px red">a</p>'.repeat(10);
    expect(costIssues(estimateOf(shadows))).toEqual([]);
    const [issue] = costIssues(estimateOf(shadows, 3));
    expect(issue).toMatchObject({
      path: "layers.card",
      message: expect.stringContaining("the shadows in its HTML") as unknown,
    });
  });
});
