import type { DeviceGrid } from "./device-grid.js";

/** A grid that contains the picture. All of its lengths are in pixels. */
export interface Room {
  readonly grid: DeviceGrid;
  /** The place of the picture in the grid. */
  readonly left: number;
  readonly top: number;
}
