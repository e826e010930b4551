/**
 * Lays out rows and columns. "Along" is the direction in which layers follow each other, "across" is the other
 * direction.
 */
import type { Layer } from "../document/layer-types/define-layer.js";
import type { LaidOut, Side, Size, Sizing, SizingTools } from "./laid-out.js";

/** A row or column. */
export interface FlowGroup {
  readonly layout: "row" | "column";
  readonly gap: number;
  readonly padding: number;
  readonly padding_x?: number | undefined;
  readonly padding_y?: number | undefined;
  readonly border_width: number;
  readonly align_items: "start" | "center" | "end" | "stretch" | "baseline";
  readonly justify_content: "start" | "center" | "end" | "space_between" | "space_around" | "space_evenly";
  readonly wrap: boolean;
  readonly children: readonly Layer[];
}

/** The content box of a group on both axes. A side is undefined if the group hugs its content on that axis. */
interface Flow {
  readonly group: FlowGroup;
  readonly along: Side;
  readonly across: Side;
  readonly innerAlong: number | undefined;
  readonly innerAcross: number | undefined;
  /** The limit at which the content wraps, regardless of whether the group hugs. */
  readonly roomAlong: number | undefined;
  readonly roomAcross: number | undefined;
  readonly tools: SizingTools;
}

interface Sized {
  readonly layer: Layer;
  readonly sizing: Sizing;
}

/** Lays out the children of a row or column. Returns them with the size of the group. */
export function flowChildren(group: FlowGroup, size: Partial<Size>, room: Partial<Size>, tools: SizingTools): Sizing {
  const [along, across]: [Side, Side] = group.layout === "row" ? ["width", "height"] : ["height", "width"];
  const inside = (side: Side, length: number | undefined) =>
    length === undefined ? undefined : Math.max(0, length - 2 * insetOf(group, side));
  const flow: Flow = {
    group,
    along,
    across,
    innerAlong: inside(along, size[along]),
    innerAcross: inside(across, size[across]),
    roomAlong: inside(along, size[along] ?? room[along]),
    roomAcross: inside(across, size[across] ?? room[across]),
    tools,
  };
  const lines = breakLines(
    flow,
    group.children.map((layer) => ({ layer, sizing: sizeAlone(flow, layer) })),
  );
  const fitted = lines.map((line) => fitLine(flow, line));
  const acrossOf = (line: readonly Sized[]) => thicknessOf(flow, line);
  const thicknesses = fitted.map((line) =>
    fitted.length === 1 && flow.innerAcross !== undefined ? flow.innerAcross : acrossOf(line),
  );
  const stretched = fitted.map((line, index) => stretchLine(flow, line, thicknesses[index] ?? 0));

  const lengthOf = (line: readonly Sized[]) =>
    sum(line.map(({ sizing }) => sizing[along])) + gapsOf(group, line.length);
  const innerAlong = flow.innerAlong ?? Math.max(0, ...stretched.map(lengthOf));
  const innerAcross = flow.innerAcross ?? sum(thicknesses) + gapsOf(group, thicknesses.length);
  const children = placeLines(flow, stretched, thicknesses, innerAlong);
  const length = (side: Side) => size[side] ?? (side === along ? innerAlong : innerAcross) + 2 * insetOf(group, side);
  return { width: length("width"), height: length("height"), children };
}

/** Returns the distance between the edge of a group and its content, on one side of an axis. */
function insetOf({ border_width, padding, padding_x, padding_y }: FlowGroup, side: Side): number {
  return border_width + ((side === "width" ? padding_x : padding_y) ?? padding);
}

function gapsOf({ gap }: FlowGroup, count: number): number {
  return gap * Math.max(0, count - 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function sideOf(side: Side, length: number | undefined): Partial<Size> {
  return length === undefined ? {} : { [side]: length };
}

/** Returns whether a child is stretched to the thickness of its line. */
function isStretched({ group, across }: Flow, layer: Layer): boolean {
  return layer[across] === "fill" || (layer[across] === "hug" && group.align_items === "stretch");
}

/**
 * Returns the size of a child by itself. A child that fills the group along its direction has no length yet, but if
 * lines wrap, it fills a line.
 */
function sizeAlone(flow: Flow, layer: Layer): Sizing {
  const { along, across, group } = flow;
  const room = { ...sideOf(along, flow.roomAlong), ...sideOf(across, flow.roomAcross) };
  const fillsAlong = layer[along] === "fill";
  const given = {
    ...(fillsAlong ? sideOf(along, group.wrap ? (flow.innerAlong ?? 0) : 0) : {}),
    ...(isStretched(flow, layer) && !group.wrap ? sideOf(across, flow.innerAcross) : {}),
  };
  return flow.tools.sizeLayer(layer, { room, given });
}

/** More than the rounding errors of a sum, such as that of 33.1 + 33.1 + 33.1 > 99.3. */
const ROUNDING_PX = 1e-6;

function breakLines({ group, along, roomAlong }: Flow, children: readonly Sized[]): Sized[][] {
  if (!group.wrap || roomAlong === undefined) return [[...children]];
  const lines: Sized[][] = [];
  let length = 0;
  for (const child of children) {
    const more = group.gap + child.sizing[along];
    const line = lines.at(-1);
    if (line !== undefined && length + more <= roomAlong + ROUNDING_PX) {
      line.push(child);
      length += more;
    } else {
      lines.push([child]);
      length = child.sizing[along];
    }
  }
  return lines;
}

/**
 * Divides the remaining length among the children that fill. If there is too little room, children that can shrink
 * become smaller.
 */
function fitLine(flow: Flow, line: readonly Sized[]): Sized[] {
  const { along, group } = flow;
  const available = flow.innerAlong ?? flow.roomAlong;
  if (available === undefined || group.wrap) return [...line];
  const taken = sum(line.map(({ sizing }) => sizing[along])) + gapsOf(group, line.length);
  const left = available - taken;
  const filling = line.filter(({ layer }) => layer[along] === "fill");
  if (left > 0 && flow.innerAlong !== undefined) return resize(flow, line, filling, shares(left, filling.length));
  if (left >= 0 || along !== "width") return [...line];
  const shrinking = line.filter(({ layer }) => flow.tools.canShrink(layer) && layer.width === "hug");
  const total = sum(shrinking.map(({ sizing }) => sizing.width));
  const lengths = shrinking.map(({ sizing }) => Math.max(1, Math.floor(sizing.width * Math.max(0, 1 + left / total))));
  return resize(flow, line, shrinking, lengths);
}

/** Divides a total into whole pixels as evenly as possible. The last share gets the fraction of the total. */
function shares(total: number, count: number): number[] {
  const end = (index: number) => (index === count ? total : Math.round((total * index) / count));
  return Array.from({ length: count }, (_, index) => end(index + 1) - end(index));
}

function resize(flow: Flow, line: readonly Sized[], chosen: readonly Sized[], lengths: readonly number[]): Sized[] {
  return line.map((child) => {
    const length = lengths[chosen.indexOf(child)];
    if (length === undefined) return child;
    const given = {
      ...sideOf(flow.along, length),
      ...(isStretched(flow, child.layer) ? sideOf(flow.across, flow.innerAcross) : {}),
    };
    const room = { ...sideOf(flow.along, length), ...sideOf(flow.across, flow.roomAcross) };
    return { ...child, sizing: flow.tools.sizeLayer(child.layer, { room, given }) };
  });
}

function stretchLine(flow: Flow, line: readonly Sized[], thickness: number): Sized[] {
  const { along, across } = flow;
  return line.map((child) => {
    if (!isStretched(flow, child.layer) || child.sizing[across] === thickness) return child;
    const given = { ...sideOf(along, child.sizing[along]), ...sideOf(across, thickness) };
    return { ...child, sizing: flow.tools.sizeLayer(child.layer, { room: given, given }) };
  });
}

/** Returns the thickness that a line needs. */
function thicknessOf(flow: Flow, line: readonly Sized[]): number {
  const { across } = flow;
  const drops = baselineDrops(flow, line);
  return Math.max(0, ...line.map(({ sizing }, index) => (drops?.[index] ?? 0) + sizing[across]));
}

/**
 * Returns the distance of each layer of a line from the top of the line, if their baselines are aligned. A column has no
 * common baseline.
 */
function baselineDrops({ group, along, tools }: Flow, line: readonly Sized[]): number[] | undefined {
  if (group.align_items !== "baseline" || along !== "width") return undefined;
  const baselines = line.map(({ layer, sizing }) => tools.baselineOf({ layer, ...sizing }));
  const lowest = Math.max(0, ...baselines);
  // Whole pixels, so that the letters have the same position on the pixel grid as elsewhere.
  return baselines.map((baseline) => Math.round(lowest - baseline));
}

function placeLines(
  flow: Flow,
  lines: readonly (readonly Sized[])[],
  thicknesses: readonly number[],
  innerAlong: number,
): LaidOut[] {
  const { group, along, across } = flow;
  let acrossAt = insetOf(group, across);
  return lines.flatMap((line, index) => {
    const thickness = thicknesses[index] ?? 0;
    const free = innerAlong - sum(line.map(({ sizing }) => sizing[along])) - gapsOf(group, line.length);
    let alongAt = insetOf(group, along);
    const drops = baselineDrops(flow, line);
    const placed = line.map(({ layer, sizing }, place) => {
      const at = alongAt + freeBefore(group.justify_content, free, place, line.length);
      const shift = drops?.[place] ?? shiftAcross(group.align_items, thickness - sizing[across]);
      alongAt += sizing[along] + group.gap;
      const position = along === "width" ? { x: at, y: acrossAt + shift } : { x: acrossAt + shift, y: at };
      return { layer, ...position, ...sizing };
    });
    acrossAt += thickness + group.gap;
    return placed;
  });
}

function shiftAcross(align: FlowGroup["align_items"], free: number): number {
  if (align === "center") return Math.round(free / 2);
  return align === "end" ? free : 0;
}

/** Returns the part of a line's free room that is before one of its children, in whole pixels. */
function freeBefore(justify: FlowGroup["justify_content"], free: number, place: number, count: number): number {
  const positive = Math.max(0, free);
  switch (justify) {
    case "start":
      return 0;
    case "center":
      return Math.round(free / 2);
    case "end":
      return free;
    case "space_between":
      return count === 1 ? 0 : Math.round((positive * place) / (count - 1));
    case "space_around":
      return Math.round((positive * (place + 0.5)) / count);
    case "space_evenly":
      return Math.round((positive * (place + 1)) / (count + 1));
  }
}
