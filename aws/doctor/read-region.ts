/** Reads which services a region offers, and whether the CDK can deploy into it. */
import { GetParameterCommand, GetParametersCommand, ParameterNotFound, SSMClient } from "@aws-sdk/client-ssm";
import type { ClientConfig } from "./client-config.js";

/** The CDK's default qualifier. `cdk bootstrap` writes the parameter. */
const BOOTSTRAP_PARAMETER = "/cdk-bootstrap/hnb659fds/version";

export async function readBootstrapVersion(config: ClientConfig): Promise<number | undefined> {
  try {
    const { Parameter } = await new SSMClient(config).send(new GetParameterCommand({ Name: BOOTSTRAP_PARAMETER }));
    return Number(Parameter?.Value);
  } catch (error) {
    if (error instanceof ParameterNotFound) return undefined;
    throw error;
  }
}

/** Reads the public parameters in which AWS lists the services of each region. @param services at most ten */
export async function readOffered(config: ClientConfig, services: readonly string[]): Promise<ReadonlySet<string>> {
  const Names = services.map((name) => `/aws/service/global-infrastructure/regions/${config.region}/services/${name}`);
  const { Parameters = [] } = await new SSMClient(config).send(new GetParametersCommand({ Names }));
  return new Set(Parameters.flatMap(({ Value }) => (Value === undefined ? [] : [Value])));
}
