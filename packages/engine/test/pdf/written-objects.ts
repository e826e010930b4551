/** Reads the objects that the writer of PDFs has added to a file, without its reader. */
import { inflateSync } from "node:zlib";
import type { XmlElement } from "../../src/document/svg/xml-tree.js";
import type { Canvas, PdfOutput } from "../../src/pdf/canvas.js";
import { IDENTITY } from "../../src/pdf/matrix.js";
import { PdfFile } from "../../src/pdf/pdf-file.js";
import { PdfResources } from "../../src/pdf/pdf-resources.js";

/** An object. The content of a stream is unpacked if it is compressed. */
export interface WrittenObject {
  readonly body: string;
  readonly content: string;
}

/** Creates a file without objects besides its resources, which are object 1. */
export function emptyOutput(view = { x: 0, y: 0, width: 200, height: 100 }): PdfOutput {
  const file = new PdfFile();
  return { file, resources: new PdfResources(file), view };
}

/** Creates an empty canvas in document coordinates. */
export function emptyCanvas(): Canvas {
  return { operators: [], toDocument: IDENTITY, fromDocument: IDENTITY };
}

/** Returns the objects of a file by their numbers. */
export function objectsOf({ file }: PdfOutput): ReadonlyMap<number, WrittenObject> {
  const text = Buffer.from(file.write(1, 1)).toString("latin1");
  const objects = [...text.matchAll(/^(\d+) 0 obj\n([^]*?)\nendobj\n/gm)];
  return new Map(objects.map(([, number, object = ""]) => [Number(number), read(object)]));
}

function read(object: string): WrittenObject {
  const [body = "", rest = ""] = object.split("\nstream\n");
  const data = Buffer.from(rest.replace(/\nendstream$/, ""), "latin1");
  return { body, content: (body.includes("/FlateDecode") ? inflateSync(data) : data).toString("latin1") };
}

/** Returns the entry of the resources with this name, such as `/P1`, as the object that it refers to. */
export function resourceOf(output: PdfOutput, name: string): WrittenObject {
  output.resources.finish();
  const objects = objectsOf(output);
  const number = new RegExp(`${name} (\\d+) 0 R`).exec(objects.get(1)?.body ?? "")?.[1];
  return objects.get(Number(number)) ?? { body: `There is no ${name}.`, content: "" };
}

/** Creates an element of SVG. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly XmlElement[] = [],
): XmlElement {
  return { name, isSvg: true, at: 0, attributes: new Map(Object.entries(attributes)), children, text: "" };
}
