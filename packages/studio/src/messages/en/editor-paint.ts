/** Texts of the handles of gradients and shadows. */
import type { PaintGrip } from "../../editor/paint/paint-places.js";

export const editorPaint = {
  /** The name of a handle. Stops are counted from one. */
  handles: {
    angle: "Angle of the gradient",
    stop: (number: number) => `Color ${number} of the gradient`,
    center: "Center of the gradient",
    radius: "Radius of the gradient",
    offset: "Offset of the shadow",
    blur: "Blur of the shadow",
  },
  degrees: (value: number) => `${value}°`,
  percent: (value: number) => `${Math.round(value * 100)} %`,
  pixels: (value: number) => `${value} px`,
  place: (x: number, y: number) => `${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top`,
  offset: (x: number, y: number) => `${x} px to the right, ${y} px down`,
  /** The attribute in the name of a step of the history. */
  attributes: {
    text_gradient: "Text gradient",
    background_gradient: "Background gradient",
    shadow: "Shadow",
  },
  hints: {
    angle: "Hold Shift for steps of 15°.",
    offset: "Hold Shift to move along one axis.",
  } as Readonly<Partial<Record<PaintGrip["kind"], string>>>,
};
