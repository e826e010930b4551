/** The HTTP API in front of the functions that return complete responses. */
import { RemovalPolicy } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { FilterPattern, LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { ServiceFunction } from "./service-function.js";
import type { Settings } from "./settings.js";

/**
 * Contains only variables whose values need no escapes in JSON. `ip` is an address of CloudFront. The function logs the
 * viewer's address with this `requestId`.
 */
const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    ip: "$context.identity.sourceIp",
    requestTime: "$context.requestTime",
    routeKey: "$context.routeKey",
    status: "$context.status",
    integrationStatus: "$context.integrationStatus",
    responseLength: "$context.responseLength",
  }),
);

export class RestApi extends Construct {
  readonly httpApi: HttpApi;
  readonly #accessLogs: LogGroup;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.httpApi = new HttpApi(this, "HttpApi", {
      description: "The REST API; only CloudFront may call it",
      createDefaultStage: false,
    });
    this.#accessLogs = new LogGroup(this, "AccessLogs", {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.httpApi.addStage("DefaultStage", {
      autoDeploy: true,
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.#accessLogs),
        format: ACCESS_LOG_FORMAT,
      },
    });
  }

  /** Adds the routes of the functions that are behind the HTTP API. */
  addRoutes(functions: readonly ServiceFunction[]): void {
    for (const fn of functions) {
      const { name, http } = fn.declaration;
      if (http?.through !== "http-api") continue;
      const integration = new HttpLambdaIntegration(pascalCase(name), fn, {
        // Creates one permission for all routes, because a function's resource policy is limited to 20 KB.
        scopePermissionToRoute: false,
      });
      for (const { method, path } of http.routes) {
        this.httpApi.addRoutes({ path, methods: [HttpMethod[method]], integration });
      }
      if (http.takesUnknownRoutes === true) {
        this.#addDefaultRoute(integration);
        // Also counts responses that the function did not send, because it was throttled or did not respond in time.
        const status = FilterPattern.stringValue("$.status", "=", "5*");
        fn.failures.count(this, "ServerErrors", this.#accessLogs, status);
      }
    }
  }

  /** Adds a default route. Without it, API Gateway would return its own error. */
  #addDefaultRoute(integration: HttpLambdaIntegration): void {
    new HttpRoute(this, "Default", {
      httpApi: this.httpApi,
      routeKey: HttpRouteKey.DEFAULT,
      integration,
      authorizer: new HttpNoneAuthorizer(),
    });
  }
}

function pascalCase(name: string): string {
  return name.replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase());
}
