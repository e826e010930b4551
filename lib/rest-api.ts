/** The HTTP API in front of the functions whose responses are returned whole. */
import { RemovalPolicy } from "aws-cdk-lib";
import {
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { ServiceFunction } from "./service-function.js";
import type { Settings } from "./settings.js";

export class RestApi extends Construct {
  readonly httpApi: HttpApi;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.httpApi = new HttpApi(this, "HttpApi", {
      description: "The REST API; only CloudFront may call it",
      createDefaultStage: false,
    });
    const logGroup = new LogGroup(this, "AccessLogs", {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.httpApi.addStage("DefaultStage", {
      autoDeploy: true,
      accessLogSettings: { destination: new LogGroupLogDestination(logGroup) },
    });
  }

  /** Adds the routes of the functions that are behind the HTTP API. */
  addRoutes(functions: readonly ServiceFunction[]): void {
    for (const fn of functions) {
      const { name, http } = fn.declaration;
      if (http?.through !== "http-api") continue;
      const integration = new HttpLambdaIntegration(pascalCase(name), fn);
      for (const { method, path } of http.routes) {
        this.httpApi.addRoutes({ path, methods: [HttpMethod[method]], integration });
      }
      if (http.takesUnknownRoutes === true) this.#addDefaultRoute(integration);
    }
  }

  /** Without this route, API Gateway would return an error of its own. */
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
