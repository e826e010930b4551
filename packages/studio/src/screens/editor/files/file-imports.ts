/** Files that are dropped, pasted or chosen: SVGs become layers, and other images become uploads with a layer each. */
import { signal } from "@preact/signals";
import { toast } from "../../../components/toasts.js";
import type { EditedDocument } from "../../../editor/document/edited-document.js";
import { insertDesign } from "../../../editor/document/insert-design.js";
import type { Point } from "../../../editor/geometry/box.js";
import { importSvg as texts } from "../../../messages/en/import-svg.js";
import type { ImportNote } from "../../../service/import-svg/import-svg-file.js";
import { asError } from "../../../service/resources.js";
import { contentTypeOf } from "../../../service/upload-types.js";
import { pasteImage } from "../state/clipboard.js";
import type { EditorState } from "../state/editor-state.js";

/** The parts that an import could not keep. */
export interface ImportReport {
  readonly name: string;
  readonly layerCount: number;
  readonly notes: readonly ImportNote[];
}

/** Adds files to a document, and says what it does. */
export class FileImports {
  /** The running step, in words. */
  readonly running = signal<string | undefined>(undefined);
  readonly report = signal<ImportReport | undefined>(undefined);
  readonly #state: EditorState;

  constructor(state: EditorState) {
    this.#state = state;
  }

  /** Adds files, one after the other. A failure is shown, and the next file follows. */
  async take(files: readonly File[], at: Point): Promise<void> {
    for (const file of files) {
      if (isSvg(file))
        await this.#run(texts.importing(file.name), async () => this.#import(await file.text(), file.name, at));
      else if (isImage(file)) await this.#run(texts.uploading(file.name), () => pasteImage(this.#state, file, at));
      else toast(texts.notFile(file.name));
    }
  }

  /** Adds the layers of an SVG that is a text. */
  async takeSvg(svg: string, at: Point): Promise<void> {
    await this.#run(texts.importing(texts.pasted), () => this.#import(svg, texts.pasted, at));
  }

  async #import(svg: string, name: string, at: Point): Promise<void> {
    // Few people import, so the importer is not a part of the page.
    const { importSvgFile } = await import("../../../service/import-svg/import-svg-file.js");
    const { document, notes, ground, layerCount } = await importSvgFile(svg, name.replace(/\.svg$/i, ""));
    this.#state.changeAndSelect(texts.step(name), (edited) =>
      insertDesign(edited, document as unknown as EditedDocument, at, ground),
    );
    if (notes.length > 0) this.report.value = { name, layerCount, notes };
  }

  async #run(what: string, work: () => Promise<void>): Promise<void> {
    this.running.value = what;
    try {
      await work();
    } catch (error) {
      toast(asError(error).message);
    } finally {
      this.running.value = undefined;
    }
  }
}

function isSvg(file: File): boolean {
  return file.type === "image/svg+xml" || contentTypeOf(file.name) === "image/svg+xml";
}

function isImage(file: File): boolean {
  return file.type.startsWith("image/") || contentTypeOf(file.name)?.startsWith("image/") === true;
}
