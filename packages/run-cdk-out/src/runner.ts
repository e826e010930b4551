/** Starts a whole stack: services, the resources of the template, functions, and the servers in front of them. */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SQSClient } from "@aws-sdk/client-sqs";
import { allSettledOrThrow } from "./all-settled-or-throw.js";
import { Clock } from "./clock/clock.js";
import { Closing } from "./closing.js";
import { LOCAL_CREDENTIALS } from "./credentials.js";
import { createPlatform } from "./create-platform.js";
import { FaultPlan } from "./faults/fault-plan.js";
import type { Edge } from "./fronts/edge/edge.js";
import { type FunctionHost, startFunctionHost } from "./functions/function-host.js";
import { isolateEnvironment } from "./isolate-environment.js";
import { type LocalServices, startLocalServices } from "./local-services.js";
import { Meter } from "./metering/meter.js";
import { countReads } from "./metering/read-meter.js";
import { StackMetrics } from "./metrics/stack-metrics.js";
import { Permissions } from "./permissions/permissions.js";
import type { Runner, RunnerOptions } from "./runner-types.js";
import type { CloudFrontOptions } from "./services/cloudfront.js";
import { type EventBusService, startEventBus } from "./services/event-bus.js";
import { type BusEntry, LOCAL_REGION } from "./services/service.js";
import { StackLife } from "./state/stack-life.js";
import { removeState, statePaths } from "./state/state-paths.js";
import { synthesize } from "./synthesis/synthesize.js";
import { readAssembly } from "./template/assembly.js";
import { CustomResources } from "./template/custom-resources/custom-resources.js";
import { startResponseReceiver } from "./template/custom-resources/response-receiver.js";
import type { RetainedResource } from "./template/delete-stack.js";
import { Deployment } from "./template/deployment.js";
import { FunctionRegistry } from "./template/function-registry.js";
import { type ProvisionedStack, resourcesOfType, stackFacts } from "./template/stack.js";
import { distributionArn, startEdgeFront } from "./wiring/edge-front.js";
import { createDelivery, putRules } from "./wiring/event-delivery.js";
import { startEventSources } from "./wiring/event-sources.js";
import { logGrants } from "./wiring/grants-report.js";
import { type NamedFront, startHttpFronts } from "./wiring/http-fronts.js";
import { openInspection } from "./wiring/open-inspection.js";
import { poolsToPrewarm } from "./wiring/prewarm.js";
import { makeServiceCalls } from "./wiring/service-calls.js";

/** Starts everything. If a part fails, the parts that run are closed again. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  isolateEnvironment(process.env);
  const closing = new Closing();
  try {
    return await new RunnerStart(options, closing).run();
  } catch (error) {
    // The reason for the failed start matters more. Everything that cannot be closed ends with the process.
    await closing.close().catch(() => undefined);
    throw error;
  }
}

/** The start of a runner, step by step. */
class RunnerStart {
  readonly #options: RunnerOptions;
  readonly #closing: Closing;
  readonly #bucketsWithEvents = new Set<string>();
  readonly #metrics: StackMetrics;
  readonly #meter = new Meter();
  readonly #permissions: Permissions;
  readonly #clock: Clock;
  readonly #faults = new FaultPlan((tag) => this.#host?.killProcess(tag));
  #host: FunctionHost | undefined;
  #eventBus: EventBusService | undefined;
  #edge: Edge | undefined;
  #stack: ProvisionedStack | undefined;
  #deployment: Deployment | undefined;
  /** Everything that brings events and requests to functions. The deletion of a stack closes it first. */
  readonly #traffic = new Closing();
  readonly #ended = Promise.withResolvers<undefined>();

  constructor(options: RunnerOptions, closing: Closing) {
    this.#options = options;
    this.#closing = closing;
    const { allowAll = false, denials } = options.settings;
    this.#permissions = new Permissions({ enforced: !allowAll, denials });
    const { movableClock = false, stateDir } = options.settings;
    this.#clock = new Clock(movableClock ? statePaths(stateDir).clock : undefined);
    closing.add({ close: () => this.#clock.close() });
    this.#metrics = closing.add(new StackMetrics(this.#clock));
  }

  async run(): Promise<Runner> {
    const { settings, progress } = this.#options;
    if (settings.fresh) removeState(settings.stateDir);
    const [services] = await allSettledOrThrow(
      progress.step("Start the services", async () => this.#startServices()),
      this.#synthesize(),
    );
    const functions = await this.#startFunctions();
    const clients = this.#connectClients(services);
    const bus = await this.#startBus(functions, clients.sqs);
    const stack = await progress.step("Provision the resources", async (note) => {
      const made = await this.#provision(services, bus, functions, clients);
      note(`${made.resources.size} of them`);
      return made;
    });
    return progress.step("Open the HTTP servers", async () => this.#open(stack, services, functions, clients));
  }

  async #synthesize(): Promise<void> {
    const { source, progress } = this.#options;
    if (!("command" in source)) return;
    await progress.step("Synthesize the stack", async (note) => {
      if ((await synthesize(source)) === "unchanged") note("nothing has changed");
    });
  }

  async #startServices(): Promise<LocalServices> {
    const onS3Event = (event: BusEntry): void => this.#publishBucketEvent(event);
    // Print the problems of a service, but not the lines that it writes at its start.
    const onLine = (line: string): void => {
      if (/error|fail|panic|warn|unexpected/i.test(line)) this.#options.onLogLine("services", line);
    };
    const onInvalidation: CloudFrontOptions["onInvalidation"] = (id, paths) => this.#invalidate(id, paths);
    const { stateDir, denials, accountConcurrency, transactionMs = 0, allowAll = false } = this.#options.settings;
    const authorizer = allowAll && denials.length === 0 ? undefined : this.#permissions;
    const limits = { accountConcurrency, transactionMs };
    const common = { stateDir, authorizer, ...limits, onS3Event, onInvalidation, onLine };
    const tools = { clock: this.#clock, faults: this.#faults, metrics: this.#metrics, meter: this.#meter };
    const options = { ...common, ...tools, distributionArn: () => this.#stack && distributionArn(this.#stack) };
    return startLocalServices(options, this.#closing);
  }

  /** Returns false until the edge has started, which is the last step: before that, there is no distribution. */
  #invalidate(distributionId: string, paths: readonly string[]): boolean {
    if (this.#edge?.distributionId !== distributionId) return false;
    for (const path of paths) this.#edge.purge(path);
    return true;
  }

  /** Buckets send their events only if the template says so, and only to the default bus. */
  #publishBucketEvent(event: BusEntry): void {
    const bucket = event.detail["bucket"] as { readonly name?: string } | undefined;
    if (bucket?.name !== undefined && this.#bucketsWithEvents.has(bucket.name)) this.#eventBus?.putEvents([event]);
  }

  async #startFunctions(): Promise<FunctionRegistry> {
    const onLogLine: RunnerOptions["onLogLine"] = (name, line) => {
      this.#metrics.log.record(name, line);
      this.#meter.add("log bytes", name, Buffer.byteLength(line));
      this.#options.onLogLine(name, line);
    };
    const { accountConcurrency } = this.#options.settings;
    const clock = this.#clock;
    // A clock that can be moved replaces the short delays of this machine by those of AWS.
    const delays = clock.canMove && { asyncRetryDelaysMs: [60_000, 120_000] };
    const host = this.#closing.add(await startFunctionHost({ onLogLine, accountConcurrency, clock, ...delays }));
    this.#host = host;
    const { settings, nodeArgs = [] } = this.#options;
    return new FunctionRegistry(host, { inspect: settings.inspect, nodeArgs: [...nodeArgs, ...clock.nodeArgs] });
  }

  #connectClients(services: LocalServices): { dynamoDb: DynamoDBClient; sqs: SQSClient } {
    const common = { region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS };
    const dynamoDb = new DynamoDBClient({ ...common, endpoint: services.dynamoDb.endpoint });
    const sqs = new SQSClient({ ...common, endpoint: services.sqs.endpoint });
    this.#closing.addAll([dynamoDb, sqs].map((client) => ({ close: () => client.destroy() })));
    return { dynamoDb, sqs };
  }

  async #startBus(functions: FunctionRegistry, sqs: SQSClient): Promise<EventBusService> {
    const deliver = createDelivery({ functions, sqs, stack: () => this.#stack, authorizer: this.#permissions });
    const onLine = (line: string): void => this.#options.onLogLine("events", line.replace(/^events: /, ""));
    const { events } = statePaths(this.#options.settings.stateDir);
    const authorizer = this.#permissions;
    const time = { clock: this.#clock, faults: this.#faults };
    this.#eventBus = this.#closing.add(await startEventBus({ deliver, onLine, dataDir: events, authorizer, ...time }));
    return this.#eventBus;
  }

  async #provision(
    services: LocalServices,
    bus: EventBusService,
    functions: FunctionRegistry,
    clients: { readonly dynamoDb: DynamoDBClient; readonly sqs: SQSClient },
  ): Promise<ProvisionedStack> {
    const { settings, source, onLogLine } = this.#options;
    const assembly = readAssembly(source.assemblyDir, source.stackName);
    const paths = statePaths(settings.stateDir);
    const life = new StackLife(paths);
    const facts = stackFacts(assembly, life.idSeed(assembly.stackName), edgeDomain(settings.port));
    const onNotice = (notice: string): void => onLogLine("stack", notice);
    const receiver = this.#closing.add(await startResponseReceiver());
    const customResources = new CustomResources({
      stackId: facts.stackId,
      stateFile: paths.customResources,
      receiver,
      invoke: async (arn, event) => functions.pool(arn, event.LogicalResourceId).invoke(event, { whenBusy: "wait" }),
      onNotice,
    });
    const platform = createPlatform({
      ...{ clients, services, bus, functions, settings },
      permissions: this.#permissions,
      bucketsWithEvents: this.#bucketsWithEvents,
      assetFolder: assembly.assetFolder,
    });
    const { resourcesToFail: failing = [] } = settings;
    this.#deployment = new Deployment({ assembly, facts, platform, customResources, failing, life, onNotice });
    const stack = await this.#deployment.deploy();
    this.#stack = stack;
    for (const name of Object.keys(settings.inspect)) functions.poolNamed(name);
    for (const { functionName } of settings.denials) functions.poolNamed(functionName);
    this.#metrics.attach(stack);
    makeServiceCalls(stack, this.#permissions, onNotice);
    if (settings.grantsLog !== undefined) logGrants(settings.grantsLog, stack, this.#permissions.use);
    putRules(stack, bus);
    bus.resume();
    return stack;
  }

  async #open(
    stack: ProvisionedStack,
    services: LocalServices,
    functions: FunctionRegistry,
    { dynamoDb }: { readonly dynamoDb: DynamoDBClient },
  ): Promise<Runner> {
    const { onLogLine } = this.#options;
    const sources = startEventSources(stack, {
      functions,
      sqsEndpoint: services.sqs.endpoint,
      credentials: LOCAL_CREDENTIALS,
      onLogLine,
    });
    this.#traffic.addAll(sources);
    this.#closing.add(this.#traffic);
    const { fronts, baseUrl } = await this.#openFronts(stack, services, functions);
    const inspection = this.#closing.add(
      await openInspection({
        ...{ stack, services, functions, sources, dynamoDb },
        allowedHosts: this.#options.settings.allowedHosts,
        clock: this.#clock,
        faults: this.#faults,
        bus: () => this.#eventBus,
        edge: () => this.#edge,
        metrics: this.#metrics,
        meter: this.#meter,
        permissions: this.#permissions,
        deleteStack: async () => this.#deleteStack(),
        onDeleted: () => this.#ended.resolve(undefined),
      }),
    );
    return {
      baseUrl,
      endpoints: fronts.map(({ domainName, front }) => ({ domainName, url: front.endpoint })),
      inspectUrl: inspection.endpoint,
      outputs: stack.outputs,
      get functions() {
        return functions.pools().map(({ spec: { name, codeDir } }) => ({ name, codeDir }));
      },
      replaceCode: (name, codeDir) => functions.poolNamed(name).replaceCode(codeDir),
      readSecret: (idOrArn) => services.secrets.read(idOrArn),
      prewarm() {
        for (const pool of poolsToPrewarm(stack, functions)) pool.prewarm();
      },
      deleteStack: async () => this.#deleteStack(),
      ended: this.#ended.promise,
      close: async () => this.#closing.close(),
    };
  }

  async #deleteStack(): Promise<readonly RetainedResource[]> {
    await this.#traffic.close();
    await this.#eventBus?.close();
    return (await this.#deployment?.delete()) ?? [];
  }

  async #openFronts(
    stack: ProvisionedStack,
    services: LocalServices,
    functions: FunctionRegistry,
  ): Promise<{ readonly fronts: readonly NamedFront[]; readonly baseUrl: string | undefined }> {
    const { settings, onLogLine } = this.#options;
    const { allowedHosts } = settings;
    const originToken = services.s3.internalToken;
    const hasDistribution = resourcesOfType(stack, "AWS::CloudFront::Distribution").length > 0;
    const firstPort = hasDistribution ? 0 : settings.port;
    const onUrlResponse = (name: string, status: number): void => this.#metrics.countUrlResponse(name, status);
    const measured = { meter: this.#meter, onUrlResponse, now: this.#clock.now };
    const options = { functions, originToken, firstPort, allowedHosts, ...measured };
    const fronts = await startHttpFronts(stack, options, this.#traffic);
    if (!hasDistribution) return { fronts, baseUrl: fronts[0]?.front.endpoint };
    const edge = await startEdgeFront(stack, {
      port: settings.port,
      allowedHosts,
      fronts,
      s3Endpoint: services.s3.endpoint,
      originToken,
      keyValueStores: countReads(services.keyValueStores, this.#meter),
      onLine: (line) => onLogLine("edge", line),
      clock: this.#clock,
    });
    this.#edge = this.#traffic.add(edge);
    return { fronts, baseUrl: `http://${edgeDomain(settings.port)}` };
  }
}

/** Host and port of the distribution for viewers. `localhost` could resolve to the IPv6 loopback address first. */
const edgeDomain = (port: number): string => `127.0.0.1:${port}`;
