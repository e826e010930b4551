/** GET and HEAD /api/v1/renders/{id}/asset, and the alias /image */
import { PRIVATE_CACHE_CONTROL } from "../../../core/contract/caching.js";
import { openAsset, type OpenAssetDependencies } from "../../../core/renders/open-asset.js";
import { ASSET_CACHE_CONTROL } from "../../../core/renders/picture-headers.js";
import { assetConditions } from "../../shared/asset-conditions.js";
import type { RouteHandler } from "../../shared/http-request.js";
import { lengthHeader, storedResponse } from "../../shared/stored-response.js";

type AssetRoute = "getAsset" | "headAsset" | "getImage" | "headImage";

export function assetRoute(dependencies: OpenAssetDependencies): RouteHandler<AssetRoute> {
  return async ({ event, params, caller, query, route }) => {
    const asset = await openAsset(dependencies, {
      jobId: params.id,
      sig: query.sig,
      workspaceId: caller?.workspaceId,
      ...assetConditions(event, route.method),
    });
    const disposition = query.download === undefined ? "inline" : "attachment";
    return storedResponse(asset.opened, {
      ...lengthHeader(asset.opened),
      "content-disposition": `${disposition}; filename="${asset.jobId}.${asset.format}"`,
      "cache-control": asset.signed ? ASSET_CACHE_CONTROL : PRIVATE_CACHE_CONTROL,
    });
  };
}
