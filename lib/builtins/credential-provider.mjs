// Lambda passes credentials to a function in environment variables. The SDK's own chain of providers also looks for
// configuration files, single sign-on and instance metadata, and is 110 KB of the bundle of the api function.
export { fromEnv as defaultProvider } from "@aws-sdk/credential-provider-env";
