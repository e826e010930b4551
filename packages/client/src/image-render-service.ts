import type { ServiceOptions } from "./options.js";
import { Keys, Projects, Sessions, SigningKeys, UsageOfWorkspace, Workspaces } from "./resources/account.js";
import { Batches } from "./resources/batches.js";
import { Images } from "./resources/images.js";
import { Renders } from "./resources/renders.js";
import { Templates } from "./resources/templates.js";
import { Uploads } from "./resources/uploads.js";
import { Webhooks } from "./resources/webhooks.js";
import { Caller, type RouteRequest } from "./transport/caller.js";
import { readSettings } from "./transport/settings.js";
import type { ResponseBody, RouteName } from "./types.js";

/**
 * A service, called with one API key or with the session of a page. It repeats requests that failed for a reason that
 * passes, and creates nothing twice.
 */
export class ImageRenderService {
  readonly renders: Renders;
  readonly batches: Batches;
  readonly images: Images;
  readonly templates: Templates;
  readonly projects: Projects;
  readonly uploads: Uploads;
  readonly webhooks: Webhooks;
  readonly usage: UsageOfWorkspace;
  readonly keys: Keys;
  readonly session: Sessions;
  readonly workspaces: Workspaces;
  readonly signingKeys: SigningKeys;
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
  async health(options?: RouteRequest["options"]): Promise<ResponseBody<"GET /health">> {
    return await this.#caller.json("GET /health", { options });
  }

  /** Returns the OpenAPI document of the service. */
  async openApi(options?: RouteRequest["options"]): Promise<ResponseBody<"GET /openapi.json">> {
    return await this.#caller.json("GET /openapi.json", { options });
  }

  /**
   * Calls any route with the manners of the client, and returns its response as soon as the status has arrived. Use it for
   * what the methods do not offer, such as a header, a list as CSV, or an alias of a route.
   * @throws ApiError, ConnectionError
   */
  async request<Name extends RouteName>(name: Name, request: RouteRequest<Name> = {}): Promise<Response> {
    return await this.#caller.open(name, request);
  }
}
