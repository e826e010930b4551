import type { ServiceOptions } from "./options.js";
import { Keys, Projects, Sessions, SigningKeys, UsageOfWorkspace, Workspaces } from "./resources/account.js";
import { Batches } from "./resources/batches.js";
import { Images } from "./resources/images.js";
import { Renders } from "./resources/renders.js";
import { Templates } from "./resources/templates.js";
import { Uploads } from "./resources/uploads.js";
import { Webhooks } from "./resources/webhooks.js";
import { Caller, type JsonResponse, type RouteRequest } from "./transport/caller.js";
import { readSettings } from "./transport/settings.js";
import type { ResponseBody, RouteName } from "./types.js";

/**
 * A service, called with one API key or with the session of a page. It repeats requests after transient errors, and
 * creates nothing twice.
 */
export class ImageRenderService {
  // The fields are declared without code, to keep the package small.
  declare readonly renders: Renders;
  declare readonly batches: Batches;
  declare readonly images: Images;
  declare readonly templates: Templates;
  declare readonly projects: Projects;
  declare readonly uploads: Uploads;
  declare readonly webhooks: Webhooks;
  declare readonly usage: UsageOfWorkspace;
  declare readonly keys: Keys;
  declare readonly session: Sessions;
  declare readonly workspaces: Workspaces;
  declare readonly signingKeys: SigningKeys;
  readonly #caller: Caller;

  /** @throws ImageRenderError if an option is not valid */
  constructor(options: ServiceOptions) {
    const caller = new Caller(readSettings(options));
    this.#caller = caller;
    this.renders = new Renders(caller);
    this.batches = new Batches(caller);
    this.images = new Images(caller);
    this.templates = new Templates(caller);
    this.projects = new Projects(caller);
    this.uploads = new Uploads(caller);
    this.webhooks = new Webhooks(caller);
    this.usage = new UsageOfWorkspace(caller);
    this.keys = new Keys(caller);
    this.session = new Sessions(caller);
    this.workspaces = new Workspaces(caller);
    this.signingKeys = new SigningKeys(caller);
  }

  /** The address of the service, without a slash at its end. */
  get baseUrl(): string {
    return this.#caller.baseUrl;
  }

  /** Returns whether the service responds. */
  health(options?: RouteRequest["options"]): Promise<ResponseBody<"GET /health">> {
    return this.#caller.json("GET /health", { options });
  }

  /** Returns the OpenAPI document of the service. */
  openApi(options?: RouteRequest["options"]): Promise<ResponseBody<"GET /openapi.json">> {
    return this.#caller.json("GET /openapi.json", { options });
  }

  /** Calls any route that returns JSON, and returns status and headers too. */
  requestJson<Name extends RouteName>(name: Name, request?: RouteRequest<Name>): Promise<JsonResponse<Name>> {
    return this.#caller.withHeaders(name, request);
  }

  /**
   * Calls any route with the retries and errors of the client, and returns its response as soon as the status has
   * arrived. Use it for what the methods do not offer, such as a header, a list as CSV, or an alias of a route.
   * @throws ApiError, ConnectionError
   */
  request<Name extends RouteName>(name: Name, request: RouteRequest<Name> = {}): Promise<Response> {
    return this.#caller.open(name, request);
  }
}
