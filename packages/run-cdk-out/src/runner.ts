/** Puts the whole together: services, the template's resources, functions, and the ways in. */
import { createHash } from "node:crypto";
import { isAbsolute, join, relative } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SQSClient } from "@aws-sdk/client-sqs";
import { Closing } from "./closing.js";
import { type Settings } from "./command-line.js";
import { type Progress } from "./console/progress.js";
import { LOCAL_CREDENTIALS } from "./credentials.js";
import { type Edge } from "./fronts/edge/edge.js";
import { startFunctionHost } from "./functions/function-host.js";
import { startInspection } from "./inspection.js";
import { functionEnvironment, type LocalServices, startLocalServices } from "./local-services.js";
import { type CloudFrontOptions } from "./services/cloudfront.js";
import { type EventBusService, startEventBus } from "./services/event-bus.js";
import { type BusEntry, LOCAL_REGION, type Service } from "./services/service.js";
import { readConnection } from "./stack-connection.js";
import { type Connection } from "./state/connection-file.js";
import { removeState, statePaths } from "./state/state-paths.js";
import { synthesize } from "./synth.js";
import { readAssembly } from "./template/assembly.js";
import { CustomResources } from "./template/custom-resources/custom-resources.js";
import { startResponseReceiver } from "./template/custom-resources/response-receiver.js";
import { FunctionRegistry } from "./template/function-registry.js";
import { type Platform } from "./template/platform.js";
import { type ProvisionedStack, provisionStack, stackFacts } from "./template/stack.js";
import { startEdgeFront } from "./wiring/edge-front.js";
import { createDelivery, putRules } from "./wiring/event-delivery.js";
import { startEventSources } from "./wiring/event-sources.js";
import { startFunctionUrls, startHttpApis } from "./wiring/http-fronts.js";
import { poolsToPrewarm } from "./wiring/prewarm.js";

export interface RunnerOptions {
  readonly settings: Settings;
  readonly projectDir: string;
  readonly progress: Progress;
  readonly onLogLine: (name: string, line: string) => void;
}

/** The running service. */
export interface Runner {
  readonly connection: Omit<Connection, "pid">;
  /** Body of a create-render request to try the service with. */
  readonly sampleBody: string | undefined;
  /** Starts processes for what the first request will need. Returns at once. */
  prewarm(): void;
  /** Stops in order: ways in, pollers, functions, services. */
  close(): Promise<void>;
}

/** Starts everything. If any of it fails, what was started is closed again. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const closing = new Closing();
  try {
    return await new RunnerStart(options, closing).run();
  } catch (error) {
    // What can't be closed after a failed start ends with the process; the failure itself is what matters.
    await closing.close().catch(() => undefined);
    throw error;
  }
}

/** The start of a runner, step by step. */
class RunnerStart {
  readonly #options: RunnerOptions;
  readonly #closing: Closing;
  readonly #bucketsWithEvents = new Set<string>();
  #eventBus: EventBusService | undefined;
  #edge: Edge | undefined;
  #stack: ProvisionedStack | undefined;

  constructor(options: RunnerOptions, closing: Closing) {
    this.#options = options;
    this.#closing = closing;
  }

  async run(): Promise<Runner> {
    const { settings, progress } = this.#options;
    if (settings.fresh) removeState(settings.stateDir);
    const assemblyDir = assemblyFolder(settings.stateDir, this.#options.projectDir);
    const [services] = await allSettledOrThrow(
      progress.step("Start the services", async () => this.#startServices()),
      progress.step("Synthesize the stack", async (note) => {
        const outcome = await synthesize({ ...this.#options, assemblyDir, context: settings.context });
        if (outcome === "unchanged") note("nothing has changed");
      }),
    );
    const functions = await this.#startFunctions();
    const clients = this.#connectClients(services);
    const bus = await this.#startBus(functions, clients.sqs);
    const stack = await progress.step("Provision the resources", async (note) => {
      const made = await this.#provision(assemblyDir, services, bus, functions, clients);
      note(`${made.resources.size} of them`);
      return made;
    });
    return progress.step("Open the ways in", async () => this.#open(stack, services, functions));
  }

  async #startServices(): Promise<LocalServices> {
    const onS3Event = (event: BusEntry): void => this.#publishBucketEvent(event);
    // A service's greetings are no news; its troubles are.
    const onLine = (line: string): void => {
      if (/error|fail|panic|warn|unexpected/i.test(line)) this.#options.onLogLine("services", line);
    };
    const onInvalidation: CloudFrontOptions["onInvalidation"] = (id, paths) => this.#invalidate(id, paths);
    const { stateDir } = this.#options.settings;
    return startLocalServices({ stateDir, onS3Event, onInvalidation, onLine }, this.#closing);
  }

  /** The edge opens last; until then there is no distribution to anybody. */
  #invalidate(distributionId: string, paths: readonly string[]): boolean {
    if (this.#edge?.distributionId !== distributionId) return false;
    for (const path of paths) this.#edge.purge(path);
    return true;
  }

  /** Only buckets that the template says so send their events, and only to the default bus. */
  #publishBucketEvent(event: BusEntry): void {
    const bucket = event.detail["bucket"] as { readonly name?: string } | undefined;
    if (bucket?.name !== undefined && this.#bucketsWithEvents.has(bucket.name)) this.#eventBus?.putEvents([event]);
  }

  async #startFunctions(): Promise<FunctionRegistry> {
    const host = this.#closing.add(await startFunctionHost({ onLogLine: this.#options.onLogLine }));
    return new FunctionRegistry(host);
  }

  #connectClients(services: LocalServices): { dynamoDb: DynamoDBClient; sqs: SQSClient } {
    const common = { region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS };
    const dynamoDb = new DynamoDBClient({ ...common, endpoint: services.dynamoDb.endpoint });
    const sqs = new SQSClient({ ...common, endpoint: services.sqs.endpoint });
    this.#closing.addAll([dynamoDb, sqs].map((client) => ({ close: () => client.destroy() })));
    return { dynamoDb, sqs };
  }

  async #startBus(functions: FunctionRegistry, sqs: SQSClient): Promise<EventBusService> {
    const deliver = createDelivery({ functions, sqs, stack: () => this.#stack });
    const onLine = (line: string): void => this.#options.onLogLine("events", line.replace(/^events: /, ""));
    const { events } = statePaths(this.#options.settings.stateDir);
    this.#eventBus = this.#closing.add(await startEventBus({ deliver, onLine, dataDir: events }));
    return this.#eventBus;
  }

  async #provision(
    assemblyDir: string,
    services: LocalServices,
    bus: EventBusService,
    functions: FunctionRegistry,
    clients: { readonly dynamoDb: DynamoDBClient; readonly sqs: SQSClient },
  ): Promise<ProvisionedStack> {
    const { settings, onLogLine } = this.#options;
    const assembly = readAssembly(assemblyDir);
    const facts = stackFacts(assembly, edgeDomain(settings.port));
    const receiver = this.#closing.add(await startResponseReceiver());
    const customResources = new CustomResources({
      stackId: facts.stackId,
      stateFile: statePaths(settings.stateDir).customResources,
      receiver,
      invoke: async (arn, event) => functions.pool(arn, event.LogicalResourceId).invoke(event, { whenBusy: "wait" }),
      onNotice: (notice) => onLogLine("stack", notice),
    });
    const platform: Platform = {
      ...clients,
      fresh: settings.fresh,
      buckets: services.s3,
      bucketsWithEvents: this.#bucketsWithEvents,
      buses: bus,
      secrets: services.secrets,
      keyValueStores: services.keyValueStores,
      functions,
      layers: new Map(),
      functionEnvironment: functionEnvironment(services, bus),
      assetFolder: assembly.assetFolder,
      inlineCodeDir: join(assemblyDir, "inline"),
    };
    const stack = await provisionStack(assembly.template, facts, { platform, customResources });
    await customResources.cleanUp(new Set(stack.resources.keys()));
    this.#stack = stack;
    putRules(stack, bus);
    bus.resume();
    return stack;
  }

  async #open(stack: ProvisionedStack, services: LocalServices, functions: FunctionRegistry): Promise<Runner> {
    const { settings, onLogLine } = this.#options;
    const { connection, sampleBody } = readConnection(stack, (idOrArn) => services.secrets.read(idOrArn));
    const originToken = services.s3.internalToken;
    const sources = startEventSources(stack, {
      functions,
      sqsEndpoint: services.sqs.endpoint,
      credentials: LOCAL_CREDENTIALS,
      onLogLine,
    });
    this.#closing.addAll(sources);
    const [apis, urls] = await allSettledOrThrow(
      this.#opened(startHttpApis(stack, functions)),
      this.#opened(startFunctionUrls(stack, functions, originToken)),
    );
    const edge = await startEdgeFront(stack, {
      port: settings.port,
      fronts: [...apis, ...urls],
      s3Endpoint: services.s3.endpoint,
      originToken,
      keyValueStores: services.keyValueStores,
      onLine: (line) => onLogLine("edge", line),
    });
    this.#edge = this.#closing.add(edge);
    const inspection: Service = this.#closing.add(
      await startInspection({
        stack,
        services: {
          dynamodb: services.dynamoDb.endpoint,
          sqs: services.sqs.endpoint,
          s3: services.s3.endpoint,
          secretsmanager: services.secrets.endpoint,
          keyvaluestore: services.keyValueStores.endpoint,
          cloudfront: services.cloudFront.endpoint,
        },
        pools: () => functions.pools(),
        purgeEdge: (path) => edge.purge(path),
        setEdgeCollapsing: (on) => edge.setCollapsing(on),
        objects: services.s3,
      }),
    );
    return {
      connection: { ...connection, baseUrl: `http://${edgeDomain(settings.port)}`, inspectUrl: inspection.endpoint },
      sampleBody,
      prewarm() {
        for (const pool of poolsToPrewarm(stack, functions)) pool.prewarm();
      },
      close: async () => this.#closing.close(),
    };
  }

  async #opened<T extends readonly { readonly front: { close(): Promise<void> } }[]>(fronts: Promise<T>): Promise<T> {
    const opened = await fronts;
    this.#closing.addAll(opened.map(({ front }) => front));
    return opened;
  }
}

/** Viewers reach the distribution here. A number, since `localhost` may mean another protocol's loopback first. */
const edgeDomain = (port: number): string => `127.0.0.1:${port}`;

/** The assembly lies in the state folder, or, if that is elsewhere, below the project: functions find packages upward. */
function assemblyFolder(stateDir: string, projectDir: string): string {
  const fromProject = relative(projectDir, stateDir);
  const isInside = !fromProject.startsWith("..") && !isAbsolute(fromProject);
  if (isInside) return join(stateDir, "cdk.out");
  const id = createHash("sha256").update(stateDir).digest("hex").slice(0, 8);
  return join(projectDir, ".local", `cdk.out-${id}`);
}

/** As Promise.all, but a failure is thrown only when nothing runs any more that would still open something. */
async function allSettledOrThrow<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}
