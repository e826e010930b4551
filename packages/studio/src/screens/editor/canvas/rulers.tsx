import { useEffect, useRef } from "preact/hooks";
import { isDark } from "../../../design/theme.js";
import { boundsOf } from "../../../editor/geometry/box.js";
import type { EditorState } from "../state/editor-state.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { CanvasAids } from "./canvas-aids.js";
import { useGuideDrag } from "./guides.js";
import type { ViewControl } from "./use-view.js";
import { RULER_PX } from "./view.js";

/** Numbers are at least this far apart. */
const GAP_PX = 64;

interface RulersProps {
  readonly state: EditorState;
  readonly control: ViewControl;
  readonly aids: CanvasAids;
}

/**
 * Rulers along the upper and the left edge, in document pixels. The selection is marked on them, and guides are dragged out
 * of them.
 */
export function Rulers(props: RulersProps) {
  return (
    <>
      <Ruler axis="x" {...props} />
      <Ruler axis="y" {...props} />
      <RulerMark axis="x" state={props.state} control={props.control} />
      <RulerMark axis="y" state={props.state} control={props.control} />
      <div class="ruler-corner" />
    </>
  );
}

interface RulerProps extends RulersProps {
  readonly axis: "x" | "y";
}

function Ruler({ axis, state, control, aids }: RulerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { scale, x, y } = control.view.value;
  const { width, height } = control.size.value;
  const length = axis === "x" ? width : height;
  const origin = axis === "x" ? x : y;
  useEffect(() => {
    const element = canvas.current;
    if (element === null || length === 0) return;
    drawRuler(element, { axis, length, origin, scale });
    // The marks have the colors of the theme, so they are drawn again when it changes.
  }, [axis, length, origin, scale, isDark.value]);
  const drag = useGuideDrag({ state, aids, control }, axis === "x" ? "y" : "x");
  return <canvas ref={canvas} class={`ruler ${axis}`} aria-hidden="true" title={texts.guides.pull} {...drag} />;
}

/** The range of the selection on a ruler. It moves without drawing the ruler again. */
function RulerMark({ axis, state, control }: Omit<RulerProps, "aids">) {
  const { scale, x, y } = control.view.value;
  const chosen = boundsOf([...state.selection.value].flatMap((id) => state.boxes.value.get(id) ?? []));
  if (chosen === undefined) return null;
  const style =
    axis === "x"
      ? { width: `${chosen.width * scale}px`, transform: `translate(${chosen.x * scale + x}px, 0)` }
      : { height: `${chosen.height * scale}px`, transform: `translate(0, ${chosen.y * scale + y}px)` };
  return <div class={`ruler-mark ${axis}`} style={style} />;
}

interface RulerSettings {
  readonly axis: "x" | "y";
  readonly length: number;
  readonly origin: number;
  readonly scale: number;
}

function drawRuler(element: HTMLCanvasElement, settings: RulerSettings): void {
  const { axis, length } = settings;
  const ratio = devicePixelRatio;
  const [width, height] = axis === "x" ? [length, RULER_PX] : [RULER_PX, length];
  element.width = Math.round(width * ratio);
  element.height = Math.round(height * ratio);
  const context = element.getContext("2d");
  if (context === null) return;
  const style = getComputedStyle(element);
  context.scale(ratio, ratio);
  context.fillStyle = style.backgroundColor;
  context.fillRect(0, 0, width, height);
  if (axis === "y") context.transform(0, 1, 1, 0, 0, 0);
  drawMarks(context, settings, style);
}

function drawMarks(context: CanvasRenderingContext2D, settings: RulerSettings, style: CSSStyleDeclaration): void {
  const { axis, length, origin, scale } = settings;
  const step = stepOf(scale);
  context.fillStyle = style.color;
  context.font = `10px ${style.fontFamily}`;
  const first = Math.floor(-origin / scale / step) * step;
  for (let at = first; at * scale + origin < length; at += step) {
    for (let part = 0; part < 10; part++) {
      const place = Math.round((at + (part * step) / 10) * scale + origin);
      const isLong = part === 0;
      if (isLong || (step * scale) / 10 >= 5) context.fillRect(place, RULER_PX - (isLong ? 8 : 4), 1, isLong ? 8 : 4);
    }
    drawNumber(context, String(Math.round(at)), Math.round(at * scale + origin), axis);
  }
}

function drawNumber(context: CanvasRenderingContext2D, text: string, place: number, axis: "x" | "y"): void {
  if (axis === "x") {
    context.fillText(text, place + 3, 9);
    return;
  }
  context.save();
  // The axes of an upright ruler are swapped. Swapping them back makes its numbers readable from bottom to top.
  context.translate(place + 3, 9);
  context.transform(-1, 0, 0, 1, context.measureText(text).width, 0);
  context.fillText(text, 0, 0);
  context.restore();
}

/** Returns the distance of numbers in document pixels: 1, 2 or 5 times a power of ten. */
function stepOf(scale: number): number {
  const least = GAP_PX / scale;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10;
  return Math.max(1, step * power);
}
