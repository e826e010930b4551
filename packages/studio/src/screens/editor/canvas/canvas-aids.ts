/** Guides and the grid of a template. The browser keeps them, because they are not part of the picture. */
import { effect, signal } from "@preact/signals";
import type { Guide, SnapAids } from "../../../editor/geometry/guides.js";
import { BrowserStore } from "../../../service/browser-store.js";

export interface Grid {
  /** The distance of the lines in document pixels. */
  readonly spacing: number;
  readonly isShown: boolean;
  readonly snaps: boolean;
}

interface KeptAids {
  readonly template: string;
  readonly guides: readonly Guide[];
  readonly grid: Grid;
}

/** A guide that the pointer holds. */
export interface HeldGuide {
  /** Which guide it is. `undefined` for one that comes from a ruler. */
  readonly index: number | undefined;
  readonly guide: Guide;
}

/** The spacings of the grid that can be chosen, in document pixels. */
export const GRID_SPACINGS: readonly number[] = [4, 8, 10, 16, 20, 50];
const FIRST_GRID: Grid = { spacing: 10, isShown: false, snaps: false };

const kept = new BrowserStore<KeptAids>("studio-canvas", "template");

export class CanvasAids {
  readonly guides = signal<readonly Guide[]>([]);
  readonly grid = signal<Grid>(FIRST_GRID);
  readonly held = signal<HeldGuide | undefined>(undefined);
  readonly #template: string;

  constructor(template: string) {
    this.#template = template;
  }

  /** Reads what was kept, and keeps what changes. Failing to keep it harms nothing while the page is open. */
  keep(): () => void {
    let isRead = false;
    let isClosed = false;
    let stop = (): void => undefined;
    const begin = (found: KeptAids | undefined): void => {
      if (isClosed) return;
      if (found !== undefined && this.guides.value.length === 0) this.guides.value = found.guides;
      if (found !== undefined) this.grid.value = found.grid;
      stop = effect(() => {
        const value = { template: this.#template, guides: this.guides.value, grid: this.grid.value };
        if (isRead) void kept.put(value).catch(() => undefined);
        isRead = true;
      });
    };
    kept.get(this.#template).then(begin, () => begin(undefined));
    return () => {
      isClosed = true;
      stop();
    };
  }

  changeGrid(change: Partial<Grid>): void {
    this.grid.value = { ...this.grid.value, ...change };
  }

  /** The lines and boxes that attract edges. */
  snapAids(): SnapAids {
    const { spacing, snaps } = this.grid.value;
    return { guides: this.guides.value, grid: snaps ? spacing : undefined };
  }
}
