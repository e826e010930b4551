import type { Design, Part } from "../design.js";
import { FAMILY } from "./fonts.js";

/** A node as JSX creates it, for the engines that lay out HTML. */
export interface TreeNode {
  readonly type: "div" | "img";
  readonly key: null;
  readonly props: {
    readonly style: Readonly<Record<string, string | number>>;
    readonly src?: string;
    readonly width?: number;
    readonly height?: number;
    readonly children?: string | readonly TreeNode[];
  };
}

/** The CSS of a part. `scale` is for engines that have no scale of their own. */
export function styleOf(part: Part, scale: number): Record<string, string | number> {
  const px = (value: number) => value * scale;
  const place = {
    position: "absolute",
    left: px(part.x),
    top: px(part.y),
    width: px(part.width),
    height: px(part.height),
    display: "flex",
  };
  const radius = part.kind !== "text" && part.radius !== undefined ? { borderRadius: px(part.radius) } : {};
  switch (part.kind) {
    case "text":
      return {
        ...place,
        fontFamily: FAMILY,
        fontSize: px(part.size),
        fontWeight: part.weight,
        color: part.color,
        lineHeight: 1.2,
      };
    case "image":
      return { ...place, ...radius, objectFit: "cover" };
    case "box":
      return {
        ...place,
        ...radius,
        ...(part.gradient === undefined
          ? { backgroundColor: part.color }
          : { backgroundImage: `linear-gradient(180deg, ${part.gradient.join(", ")})` }),
        ...(part.shadow === undefined ? {} : { boxShadow: `0px ${px(4)}px ${px(16)}px rgba(0, 0, 0, ${part.shadow})` }),
      };
  }
}

/** The design as a tree for satori and @vercel/og. */
export function treeOf({ width, height, parts }: Design, scale: number): TreeNode {
  return {
    type: "div",
    key: null,
    props: {
      style: { display: "flex", position: "relative", width: width * scale, height: height * scale },
      children: parts.map((part) => nodeOf(part, scale)),
    },
  };
}

function nodeOf(part: Part, scale: number): TreeNode {
  const style = styleOf(part, scale);
  if (part.kind === "image") {
    const size = { width: part.width * scale, height: part.height * scale };
    return { type: "img", key: null, props: { style, src: part.source, ...size } };
  }
  return { type: "div", key: null, props: part.kind === "text" ? { style, children: part.text } : { style } };
}
