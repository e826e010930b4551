/** The entry point of the package for HTTP servers. */
export { createClientService } from "./service/client-service.js";
export { createHttpHandler, type HttpHandler, type HttpOptions } from "./transports/http.js";
