/** A service in memory with one template. It remembers its calls. */
import { CallError } from "../src/service/call-error.js";
import type { Job, JsonObject, RenderService, Template } from "../src/service/render-service.js";

export const TEMPLATE = "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50";
export const RENDER = "3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31";

/** 2,000 × 1,000 pixels, so that a preview must be smaller. */
export const DOCUMENT = {
  width: 2000,
  height: 1000,
  layers: [
    { id: "photo", name: "photo", type: "image", image_url: `data:image/png;base64,${"A".repeat(5000)}` },
    {
      id: "box",
      type: "group",
      children: [{ id: "title", name: "title", type: "text", text: "Hello", color: "#000" }],
    },
  ],
};

const STORED: Template = {
  id: TEMPLATE,
  name: "Card",
  description: "",
  projectName: "Default project",
  version: 3,
  updatedAt: "2026-11-24T12:00:00.000Z",
  document: DOCUMENT,
};

export const JOB: Job = {
  id: RENDER,
  status: "done",
  template: TEMPLATE,
  version: 3,
  format: "png",
  width: 400,
  height: 300,
  createdAt: "2026-11-24T12:00:00.000Z",
  assetUrl: "https://images.example.com/api/v1/renders/x/asset?sig=y",
  bytes: 1000,
};

const OVERRIDES = {
  id: TEMPLATE,
  name: "Card",
  version: 3,
  width: 2000,
  height: 1000,
  layers: [
    {
      layerName: "title",
      type: "text",
      attributes: [
        { key: "text", type: "text", label: "Text", default: "Hello" },
        { key: "align", type: "string", label: "Align", default: "left", options: ["left", "center", "right"] },
      ],
    },
  ],
  variables: [{ name: "price", type: "number", default: 5 }],
};

export interface FakeService extends RenderService {
  readonly calls: { readonly method: string; readonly args: readonly unknown[] }[];
}

const unexpected = (method: string) => (): never => {
  throw new Error(`The test expects no call of ${method}.`);
};

const picture = (text: string, mediaType = "image/jpeg") => ({ bytes: Buffer.from(text), mediaType, warnings: [] });

/** @param changes methods with other outcomes */
export function fakeService(changes: Partial<RenderService> = {}): FakeService {
  const calls: { method: string; args: readonly unknown[] }[] = [];
  const methods: Partial<RenderService> = {
    identify: async () => ({ workspaceId: "w", scopes: ["render", "templates"] }),
    listTemplates: async () => ({ templates: [STORED], hasMore: true }),
    getTemplate: async () => ({ template: STORED, etag: '"7"' }),
    getOverrides: async () => OVERRIDES,
    createTemplate: async () => ({ ...STORED, version: 1 }),
    updateTemplate: async (_id: string, body: JsonObject) => ({ ...STORED, ...body, version: 4 }),
    previewTemplate: async () => picture("stored"),
    previewDocument: async () => picture("document"),
    createRender: async () => JOB,
    getRender: async () => JOB,
    listDeliveries: async () => [],
    download: async () => picture("asset", "image/png"),
    ...changes,
  };
  const handler: ProxyHandler<object> = {
    get: (_target, name) => {
      if (name === "calls") return calls;
      const method = methods[name as keyof RenderService] as ((...args: unknown[]) => unknown) | undefined;
      return (...args: unknown[]) => {
        calls.push({ method: String(name), args });
        return (method ?? unexpected(String(name)))(...args);
      };
    },
  };
  return new Proxy({}, handler) as FakeService;
}

/** An error as the service returns it. */
export function refusal(status: number, code: string, message: string, facts: object = {}): CallError {
  return new CallError(message, { status, code, ...facts });
}
