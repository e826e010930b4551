/** Rows and columns. "Along" is the direction in which layers follow each other, "across" the other one. */
import { type Layer, type SourceGroup } from "../../contract/template/layers.js";
import { insetOf, type LaidOut, type Side, type Size, type SizeLayer, type Sizing } from "./laid-out.js";

/** A group's content box on both axes; undefined where it hugs. */
interface Flow {
  readonly group: SourceGroup;
  readonly along: Side;
  readonly across: Side;
  readonly innerAlong: number | undefined;
  readonly innerAcross: number | undefined;
  /** Where what is inside has to wrap, whether the group hugs or not. */
  readonly roomAlong: number | undefined;
  readonly roomAcross: number | undefined;
  readonly sizeLayer: SizeLayer;
}

interface Sized {
  readonly layer: Layer;
  readonly sizing: Sizing;
}

/** Lays the children of a row or column out, and says how large the group is with them. */
export function flowChildren(
  group: SourceGroup,
  size: { width: number | undefined; height: number | undefined },
  room: Partial<Size>,
  sizeLayer: SizeLayer,
): Sizing {
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
    sizeLayer,
  };
  const lines = breakLines(
    flow,
    group.children.map((layer) => ({ layer, sizing: sizeAlone(flow, layer) })),
  );
  const fitted = lines.map((line) => fitLine(flow, line));
  const acrossOf = (line: readonly Sized[]) => Math.max(0, ...line.map(({ sizing }) => sizing[across]));
  const thicknesses = fitted.map((line) =>
    fitted.length === 1 && flow.innerAcross !== undefined ? flow.innerAcross : acrossOf(line),
  );
  const stretched = fitted.map((line, index) => stretchLine(flow, line, thicknesses[index] ?? 0));

  const lengthOf = (line: readonly Sized[]) =>
    sum(line.map(({ sizing }) => sizing[along])) + gapsOf(group, line.length);
  const innerAlong = flow.innerAlong ?? Math.max(0, ...stretched.map(lengthOf));
  const innerAcross = flow.innerAcross ?? sum(thicknesses) + gapsOf(group, thicknesses.length);
  const children = placeLines(flow, stretched, thicknesses, innerAlong);
  return {
    [along]: size[along] ?? innerAlong + 2 * insetOf(group, along),
    [across]: size[across] ?? innerAcross + 2 * insetOf(group, across),
    children,
  } as unknown as Sizing;
}

function gapsOf({ gap }: SourceGroup, count: number): number {
  return gap * Math.max(0, count - 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function sideOf(side: Side, length: number | undefined): Partial<Size> {
  return length === undefined ? {} : { [side]: length };
}

/** Whether a child takes the thickness of its line. */
function isStretched({ group, across }: Flow, layer: Layer): boolean {
  return layer[across] === "fill" || (layer[across] === "hug" && group.align_items === "stretch");
}

/** A child by itself. One that fills along is nothing yet, but in lines that wrap it is a line of its own. */
function sizeAlone(flow: Flow, layer: Layer): Sizing {
  const { along, across, group } = flow;
  const room = { ...sideOf(along, flow.roomAlong), ...sideOf(across, flow.roomAcross) };
  const fillsAlong = layer[along] === "fill";
  const given = {
    ...(fillsAlong ? sideOf(along, group.wrap ? (flow.innerAlong ?? 0) : 0) : {}),
    ...(isStretched(flow, layer) && !group.wrap ? sideOf(across, flow.innerAcross) : {}),
  };
  return flow.sizeLayer(layer, { room, given });
}

function breakLines({ group, along, roomAlong }: Flow, children: readonly Sized[]): Sized[][] {
  if (!group.wrap || roomAlong === undefined) return [[...children]];
  const lines: Sized[][] = [];
  let length = 0;
  for (const child of children) {
    const more = group.gap + child.sizing[along];
    const line = lines.at(-1);
    if (line !== undefined && length + more <= roomAlong) {
      line.push(child);
      length += more;
    } else {
      lines.push([child]);
      length = child.sizing[along];
    }
  }
  return lines;
}

/** Shares out what is left among the children that fill; where there is too little, texts that hug give way. */
function fitLine(flow: Flow, line: readonly Sized[]): Sized[] {
  const { along, group } = flow;
  const available = flow.innerAlong ?? flow.roomAlong;
  if (available === undefined || group.wrap) return [...line];
  const taken = sum(line.map(({ sizing }) => sizing[along])) + gapsOf(group, line.length);
  const left = available - taken;
  const filling = line.filter(({ layer }) => layer[along] === "fill");
  if (left > 0 && flow.innerAlong !== undefined) return resize(flow, line, filling, shares(left, filling.length));
  if (left >= 0 || along !== "width") return [...line];
  const yielding = line.filter(({ layer }) => layer.type === "text" && layer.width === "hug");
  const total = sum(yielding.map(({ sizing }) => sizing.width));
  const lengths = yielding.map(({ sizing }) => Math.max(1, Math.floor(sizing.width * Math.max(0, 1 + left / total))));
  return resize(flow, line, yielding, lengths);
}

/** Whole pixels as evenly as they go; a fraction of the whole goes with the last. */
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
    return { ...child, sizing: flow.sizeLayer(child.layer, { room, given }) };
  });
}

function stretchLine(flow: Flow, line: readonly Sized[], thickness: number): Sized[] {
  const { along, across } = flow;
  return line.map((child) => {
    if (!isStretched(flow, child.layer) || child.sizing[across] === thickness) return child;
    const given = { ...sideOf(along, child.sizing[along]), ...sideOf(across, thickness) };
    return { ...child, sizing: flow.sizeLayer(child.layer, { room: given, given }) };
  });
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
    const placed = line.map(({ layer, sizing }, place) => {
      const at = alongAt + freeBefore(group.justify_content, free, place, line.length);
      const shift = shiftAcross(group.align_items, thickness - sizing[across]);
      alongAt += sizing[along] + group.gap;
      const position = along === "width" ? { x: at, y: acrossAt + shift } : { x: acrossAt + shift, y: at };
      return { layer, ...position, ...sizing };
    });
    acrossAt += thickness + group.gap;
    return placed;
  });
}

function shiftAcross(align: SourceGroup["align_items"], free: number): number {
  if (align === "center") return Math.round(free / 2);
  return align === "end" ? free : 0;
}

/** How much of a line's free room lies before one of its children, in whole pixels. */
function freeBefore(justify: SourceGroup["justify_content"], free: number, place: number, count: number): number {
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
