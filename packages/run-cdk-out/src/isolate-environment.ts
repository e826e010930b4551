import { homedir } from "node:os";

/** The home folder for a process that has none. As in Lambda, the folder does not exist. */
export const NO_HOME = "/nonexistent";

/**
 * Variables that keep the AWS SDK from reading the user's profile files. Their settings (FIPS or dual-stack endpoints,
 * retry mode) would break calls to local services.
 */
export const NO_AWS_FILES = { AWS_CONFIG_FILE: "/dev/null", AWS_SHARED_CREDENTIALS_FILE: "/dev/null" } as const;

const LOOPBACK_HOSTS = "127.0.0.1,localhost,.localhost";

type Environment = Record<string, string | undefined>;

/**
 * Removes the user's AWS settings from the environment of the runner, and excludes this machine from its proxies: all
 * services are on this machine. Call it before the first SDK client is created. The app that is synthesized inherits
 * this environment.
 */
export function isolateEnvironment(environment: Environment, findHome: () => string = homedir): void {
  for (const name of Object.keys(environment)) {
    if (name.startsWith("AWS_")) Reflect.deleteProperty(environment, name);
  }
  Object.assign(environment, NO_AWS_FILES);
  // The user's home folder stays: npm, which an app may run, reads its registry from there.
  if (!isFound(findHome)) environment["HOME"] = NO_HOME;
  // With NODE_USE_ENV_PROXY, fetch sends even local requests to the proxy. It reads the lower-case name first.
  for (const name of ["no_proxy", "NO_PROXY"]) {
    environment[name] = [environment[name], LOOPBACK_HOSTS].filter(Boolean).join(",");
  }
}

/** Without HOME, a user ID that is not in /etc/passwd has no home folder: the SDK fails when it asks for one. */
function isFound(findHome: () => string): boolean {
  try {
    return findHome() !== "";
  } catch {
    return false;
  }
}
