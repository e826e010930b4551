// Lambda passes credentials to a function in environment variables. The SDK's default provider chain also looks for
// configuration files, single sign-on and instance metadata. It would add 110 KB to the bundle of the api function.
export { fromEnv as defaultProvider } from "@aws-sdk/credential-provider-env";
