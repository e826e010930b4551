/** GET and HEAD /api/v1/renders/{id}/asset, and its alias /image */
import { type Asset, openAsset, type OpenAssetDependencies } from "../../../core/renders/open-asset.js";
import type { HttpAnswer } from "../../shared/http-answer.js";
import { header } from "../../shared/http-event.js";
import type { RouteHandler } from "../../shared/http-request.js";

/** A day at most: edge copies outlive the archiving of their original. */
const SIGNED_CACHE_CONTROL = "public, max-age=86400, immutable";
const PRIVATE_CACHE_CONTROL = "private, no-cache";

type AssetRoute = "getAsset" | "headAsset" | "getImage" | "headImage";

export function assetRoute(dependencies: OpenAssetDependencies): RouteHandler<AssetRoute> {
  return async ({ event, params, caller, query, route }) => {
    const asset = await openAsset(dependencies, {
      jobId: params.id ?? "",
      sig: query.sig,
      workspaceId: caller?.workspaceId,
      headOnly: route.method === "HEAD",
      range: header(event, "range"),
      ifNoneMatch: header(event, "if-none-match"),
    });
    return answerOf(asset, query.download !== undefined);
  };
}

function answerOf(asset: Asset, download: boolean): HttpAnswer {
  const { opened } = asset;
  const cacheControl = asset.signed ? SIGNED_CACHE_CONTROL : PRIVATE_CACHE_CONTROL;
  switch (opened.kind) {
    case "not-modified": {
      const etag = opened.etag === undefined ? {} : { etag: opened.etag };
      return { statusCode: 304, headers: { ...etag, "cache-control": cacheControl }, body: "" };
    }
    case "unsatisfiable-range":
      return { statusCode: 416, headers: { "cache-control": "no-store" }, body: "" };
    case "open": {
      const disposition = `${download ? "attachment" : "inline"}; filename="${asset.jobId}.${asset.format}"`;
      const headers = { ...opened.headers, "content-disposition": disposition, "cache-control": cacheControl };
      return { statusCode: opened.status, headers, body: opened.body ?? "" };
    }
  }
}
