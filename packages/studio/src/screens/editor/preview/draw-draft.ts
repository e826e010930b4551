/** Asks the service for the picture of a document that is not stored, and for the places of its layers. */
import type { Warning } from "@image-render/client";
import { canvasHeight, type EditedDocument } from "../../../editor/document/edited-document.js";
import { allLayers } from "../../../editor/document/layer-tree.js";
import type { Box } from "../../../editor/geometry/box.js";
import { toLocal } from "../../../editor/geometry/compose.js";
import type { ShownPlaceholder } from "../../../editor/text/shown-text.js";
import { irs } from "../../../service/irs.js";

/** The values that the document is shown with. */
export interface SampleData {
  readonly variables: Readonly<Record<string, unknown>>;
  /** Texts in place of those of named layers. */
  readonly layers?: Readonly<Record<string, { readonly text: string }>>;
}

/** A layer of the response. Lengths are in document pixels, and places are on the picture. */
export interface LayerFacts {
  readonly layerId: string;
  readonly copies: readonly number[];
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly rotation: number;
  readonly autoColor?: { readonly color: string };
  readonly text?: TextFacts;
}

/** The lines of a text, for the caret. Offsets count UTF-16 units. */
export interface TextFacts {
  readonly text: string;
  readonly fontSize: number;
  readonly cutAt: number | null;
  readonly lines: readonly LineFacts[];
  /** Where the values of placeholders are. @default an older service says nothing about them */
  readonly placeholders?: readonly ShownPlaceholder[];
}

export interface LineFacts {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly end: number;
  readonly clusters: readonly {
    readonly start: number;
    readonly end: number;
    readonly x: number;
    readonly width: number;
    readonly isRtl: boolean;
  }[];
}

/** A response of the service. */
export interface Draft {
  /** The address of the picture. The caller releases it. */
  readonly address: string;
  /** The boxes of layers relative to their groups. */
  readonly local: ReadonlyMap<string, Box>;
  readonly texts: ReadonlyMap<string, TextFacts>;
  /** The colors that were chosen automatically, by the ID of the layer. */
  readonly autoColors: ReadonlyMap<string, string>;
  readonly warnings: readonly Warning[];
}

/** A part of a picture, at its place in pixels of the document. */
export interface DraftPart {
  readonly address: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A picture in parts, so that the chosen layers can move alone. */
export interface DraftParts {
  readonly below: DraftPart;
  readonly chosen: DraftPart | undefined;
  readonly above: DraftPart | undefined;
}

interface PartBody {
  readonly contentType: string;
  readonly base64: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface PreviewBody {
  readonly image: { readonly contentType: string; readonly base64: string };
  readonly layers: readonly LayerFacts[];
  readonly warnings: readonly Warning[];
  readonly parts?: {
    readonly below: PartBody;
    readonly chosen: PartBody | null;
    readonly above: PartBody | null;
  } | null;
}

/** The quality of drafts. The exact picture follows, so small files matter more. */
const DRAFT_QUALITY = 82;

interface DraftSettings {
  readonly scale: number;
  readonly isExact: boolean;
  readonly data: SampleData;
}

/** Draws a document. A draft is a JPEG where it can be, because that is drawn and sent faster. */
export async function drawDraft(document: EditedDocument, settings: DraftSettings): Promise<Draft> {
  const body = await ask(document, settings);
  return {
    address: addressOf(body.image),
    local: localBoxes(document, body.layers),
    texts: textsOf(body.layers),
    autoColors: new Map(
      body.layers.flatMap(({ layerId, autoColor }) => (autoColor === undefined ? [] : [[layerId, autoColor.color]])),
    ),
    warnings: body.warnings,
  };
}

/** The lines of the texts by the ID of their layer. In a repeat, the first copy counts, as for the boxes. */
function textsOf(layers: readonly LayerFacts[]): ReadonlyMap<string, TextFacts> {
  const found = new Map<string, TextFacts>();
  for (const { layerId, text } of layers) if (text !== undefined && !found.has(layerId)) found.set(layerId, text);
  return found;
}

/**
 * Draws a document in parts. The caller releases the addresses of the parts.
 * @returns undefined if moving the layers would change more than their place
 */
export async function drawParts(
  document: EditedDocument,
  settings: DraftSettings,
  layers: readonly string[],
): Promise<DraftParts | undefined> {
  const { parts } = await ask(document, settings, layers);
  if (parts === undefined || parts === null) return undefined;
  const placed = async ({ x, y, width, height, ...file }: PartBody): Promise<DraftPart> => {
    const { scale } = settings;
    const address = URL.createObjectURL(blobOf(file));
    const image = new Image();
    image.src = address;
    await image.decode();
    return { address, x: x / scale, y: y / scale, width: width / scale, height: height / scale };
  };
  const [below, chosen, above] = await Promise.all([
    placed(parts.below),
    parts.chosen === null ? undefined : placed(parts.chosen),
    parts.above === null ? undefined : placed(parts.above),
  ]);
  return { below, chosen, above };
}

/** Draws a document with some data, up to a width, with the places of its layers on the picture. */
export async function drawSample(
  document: EditedDocument,
  data: SampleData,
  widthPx: number,
): Promise<{
  readonly picture: Blob;
  readonly layers: readonly LayerFacts[];
  readonly warnings: readonly Warning[];
}> {
  const scale = Math.min(1, Math.floor((widthPx / document.width) * 1000) / 1000);
  const { image, layers, warnings } = await ask(document, { scale, isExact: true, data });
  return { picture: blobOf(image), layers, warnings };
}

async function ask(
  document: EditedDocument,
  { scale, isExact, data }: DraftSettings,
  layers?: readonly string[],
): Promise<PreviewBody> {
  const isLossy = !isExact && isOpaque(document["background"]);
  const body = {
    // The service checks the document. Its type is too narrow for one that is being edited.
    document: document as never,
    scale,
    format: isLossy ? ("jpg" as const) : ("png" as const),
    ...(isLossy && { quality: DRAFT_QUALITY }),
    variables: data.variables as never,
    ...(data.layers !== undefined && { layers: data.layers }),
    ...(layers !== undefined && { parts: { layers: [...layers] } }),
  };
  const response = await irs.request("POST /templates/preview", { body, headers: { accept: "application/json" } });
  return (await response.json()) as PreviewBody;
}

/**
 * Returns an address of a picture. For the drafts of the Open Graph card, which have 43 kB, decoding takes 17 ms from a
 * data URL and 27 ms from a blob, which another process keeps (`npm run bench:editor`, both processors busy). Other
 * pictures can be large, so the page does not keep them as data URLs.
 */
function addressOf(image: PreviewBody["image"]): string {
  const isSmall = image.contentType === "image/jpeg";
  return isSmall ? `data:${image.contentType};base64,${image.base64}` : URL.createObjectURL(blobOf(image));
}

function blobOf({ base64, contentType }: { readonly base64: string; readonly contentType: string }): Blob {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return new Blob([bytes], { type: contentType });
}

/** The boxes relative to the group around each layer. In a repeat, the first copy counts. */
function localBoxes(document: EditedDocument, layers: readonly LayerFacts[]): ReadonlyMap<string, Box> {
  const canvas = { x: 0, y: 0, width: document.width, height: canvasHeight(document), rotation: 0 };
  const onCanvas = new Map<string, Box>();
  for (const { layerId, box, rotation } of layers) {
    if (!onCanvas.has(layerId)) onCanvas.set(layerId, { ...box, rotation });
  }
  const local = new Map<string, Box>();
  for (const { layer, ancestors } of allLayers(document)) {
    const box = onCanvas.get(layer.id);
    const parent = ancestors.length === 0 ? canvas : onCanvas.get(ancestors.at(-1)?.id ?? "");
    if (box !== undefined && parent !== undefined) local.set(layer.id, toLocal(parent, box));
  }
  return local;
}

/** Returns whether a background surely covers everything. A JPEG has no transparency. */
function isOpaque(background: unknown): boolean {
  if (background === undefined) return true;
  if (typeof background === "string") return isOpaqueColor(background);
  if (typeof background !== "object" || background === null || !("stops" in background)) return false;
  const { stops } = background;
  if (!Array.isArray(stops)) return false;
  return (stops as readonly { readonly color?: unknown }[]).every(
    ({ color }) => typeof color === "string" && isOpaqueColor(color),
  );
}

function isOpaqueColor(color: string): boolean {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color);
}
