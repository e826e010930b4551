import { describe, expect, test } from "@jest/globals";
import { drawDiagram } from "../../site/builder/diagrams/draw-diagram.js";

/** Returns the texts of a drawing with their lines joined. */
const textsOf = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, spans = ""]) =>
    spans.replaceAll("</tspan><tspan", "</tspan> <tspan").replaceAll(/<[^>]*>/g, ""),
  );
const boxesOf = (svg: string) =>
  [...svg.matchAll(/<rect class="node" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map(
    ([, ...numbers]) => numbers.map(Number),
  );

describe("diagrams", () => {
  test("a flowchart has a shape for each node, an arrow for each edge, and no overlapping boxes", () => {
    const svg = drawDiagram(
      "flowchart LR\n  a([programs and pages]) --> b{{edge function}}\n  b -->|POST <render>| c[HTTP API] --> d[(bucket)]\n  b -.-> d",
    );
    const labels = ["programs and pages", "edge function", "HTTP API", "bucket", "POST &lt;render&gt;"];
    expect(textsOf(svg)).toEqual(labels);
    expect(svg.match(/<polygon points/g)).toHaveLength(4);
    expect(svg.match(/class="dashed"/g)).toHaveLength(1);
    const boxes = boxesOf(svg);
    expect(boxes).toHaveLength(3);
    for (const [index, [x = 0, y = 0, width = 0, height = 0]] of boxes.entries()) {
      const hits = boxes.filter(
        ([left = 0, top = 0, w = 0, h = 0], other) =>
          other !== index && left < x + width && x < left + w && top < y + height && y < top + h,
      );
      expect(hits).toEqual([]);
    }
  });

  test("a sequence diagram has its participants from left to right and its messages from top to bottom", () => {
    const svg = drawDiagram(
      "sequenceDiagram\n  participant C as Client\n  participant A as api function\n  C->>A: POST /render\n  A->>A: check\n  A-->>C: 202",
    );
    expect(textsOf(svg)).toEqual(["Client", "api function", "POST /render", "check", "202"]);
    const [client, api] = boxesOf(svg);
    expect(client?.[0]).toBeLessThan(api?.[0] ?? 0);
    const places = [...svg.matchAll(/class="label(?: start)?"><tspan x="[\d.]+" y="([\d.]+)"/g)].map(([, y]) =>
      Number(y),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test("a screen reader gets the text of a diagram", () => {
    expect(drawDiagram("flowchart TD\n  a[one] --> b[two]")).toContain(
      'role="img" aria-label="Diagram: a[one] --&gt; b[two]"',
    );
  });

  test.each([
    ["flowchart RL\n  a --> b", "begins with “flowchart LR”"],
    ["flowchart LR\n  a>flag] --> b", "a shape that the pages do not draw"],
    ["sequenceDiagram\n  loop every minute", "is not a line of a sequence diagram"],
  ])("a diagram in another syntax is refused with its line: %s", (source, message) => {
    expect(() => drawDiagram(source)).toThrow(message);
  });
});
