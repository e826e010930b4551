import type { Box } from "../paint/fragment.js";

/** Returns the place of an image of a size, by the rules of `preserveAspectRatio`. */
export function fitInto(view: Box, { width, height }: { width: number; height: number }, fitting: string): Box {
  const [align = "xMidYMid", mode = "meet"] = fitting.split(" ");
  if (align === "none") return view;
  const factors = [view.width / width, view.height / height];
  const factor = mode === "slice" ? Math.max(...factors) : Math.min(...factors);
  const share = (axis: string) => (align.includes(`${axis}Mid`) ? 0.5 : align.includes(`${axis}Max`) ? 1 : 0);
  const size = { width: width * factor, height: height * factor };
  return {
    x: view.x + (view.width - size.width) * share("x"),
    y: view.y + (view.height - size.height) * share("Y"),
    ...size,
  };
}
