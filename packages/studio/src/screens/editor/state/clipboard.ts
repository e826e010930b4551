/** Copying layers, and pasting layers, texts, drawings and images. */
import type { EditedLayer } from "../../../editor/document/edited-document.js";
import { newLayer } from "../../../editor/document/new-layer.js";
import type { Point } from "../../../editor/geometry/box.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { irs } from "../../../service/irs.js";
import { contentTypeOf } from "../../../service/upload-types.js";
import { addLayers, copiedLayers } from "./actions.js";
import type { EditorState } from "./editor-state.js";

/** Pasted layers are moved by this distance, so that they can be seen. */
const PASTE_OFFSET_PX = 16;

/** Adds files, and SVGs that were pasted as texts. */
export interface FileTaker {
  take(files: readonly File[], at: Point): Promise<void>;
  takeSvg(svg: string, at: Point): Promise<void>;
}

/** The layers of the clipboard are a JSON list, which people can also read and change. */
export function copyText(state: EditorState): string | undefined {
  const layers = copiedLayers(state);
  return layers.length === 0 ? undefined : JSON.stringify(layers, undefined, 2);
}

/** Adds what the clipboard has. Returns false if there is nothing to add. */
export async function paste(state: EditorState, data: DataTransfer, at: Point, files: FileTaker): Promise<boolean> {
  const images = [...data.files].filter(({ type }) => type.startsWith("image/"));
  if (images.length > 0) {
    await files.take(images, at);
    return true;
  }
  const text = data.getData("text/plain");
  if (text.trim() === "") return false;
  const layers = layersOf(text);
  if (layers !== undefined) addLayers(state, layers.map(moved), texts.steps.paste(texts.layerCount(layers.length)));
  else if (isSvg(text)) await files.takeSvg(text.trim(), at);
  else add(state, "text", { text: text.trim().slice(0, 10_000) }, at);
  return true;
}

/** Returns whether a text begins as an SVG does, even after a declaration, a comment or a document type. */
function isSvg(text: string): boolean {
  return /^\s*(?:<\?xml[^>]*>\s*|<!--[^]*?-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>\s*)*<svg[\s>]/i.test(text);
}

/** Uploads an image, and adds it as a layer with its own proportions. */
export async function pasteImage(state: EditorState, file: File, at: Point): Promise<void> {
  // A pasted image has a type, and often no name.
  const contentType = contentTypeOf(file.name) ?? contentTypeOf(`.${/^image\/(\w+)/.exec(file.type)?.[1] ?? ""}`);
  const [upload, size] = await Promise.all([
    irs.uploads.upload(file, { contentType, filename: file.name === "" ? "pasted" : file.name }),
    sizeOf(file),
  ]);
  const { document } = state;
  const layer = newLayer(document.value, "image", at);
  const most = document.value.width / 2;
  const factor = Math.min(1, most / size.width);
  const [width, height] = [Math.round(size.width * factor), Math.round(size.height * factor)];
  const placed = { x: Math.round(at.x - width / 2), y: Math.round(at.y - height / 2), width, height };
  addLayers(
    state,
    [{ ...layer, ...placed, image_url: upload.path }],
    texts.steps.paste(texts.types["image"] ?? "image"),
  );
}

function add(state: EditorState, type: string, values: Readonly<Record<string, unknown>>, at: Point): void {
  const layer = newLayer(state.document.value, type, at);
  addLayers(state, [{ ...layer, ...values }], texts.steps.paste(texts.types[type] ?? type));
}

/** Reads layers of the clipboard, or of a whole document. */
function layersOf(text: string): readonly EditedLayer[] | undefined {
  try {
    const found = JSON.parse(text) as unknown;
    const list = Array.isArray(found) ? (found as unknown[]) : (found as { readonly layers?: unknown } | null)?.layers;
    if (!Array.isArray(list) || list.length === 0) return undefined;
    return list.every(isLayer) ? (list as readonly EditedLayer[]) : undefined;
  } catch {
    return undefined;
  }
}

function isLayer(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { id, type } = value as { readonly id?: unknown; readonly type?: unknown };
  return typeof id === "string" && typeof type === "string";
}

function moved(layer: EditedLayer): EditedLayer {
  const [x, y] = [layer["x"] ?? 0, layer["y"] ?? 0];
  if (typeof x !== "number" || typeof y !== "number") return layer;
  return { ...layer, x: x + PASTE_OFFSET_PX, y: y + PASTE_OFFSET_PX };
}

/** Returns the size of an image in pixels. */
async function sizeOf(file: File): Promise<{ readonly width: number; readonly height: number }> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return { width: image.naturalWidth || 400, height: image.naturalHeight || 300 };
  } finally {
    URL.revokeObjectURL(address);
  }
}
