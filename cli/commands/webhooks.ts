import type { Command } from "commander";
import type { ConnectionOptions, TestWebhookOptions } from "../command-options.js";
import { examples } from "../help-layout.js";
import { addConnectionOptions, valueOption } from "../options.js";
import type { RunAction } from "../run-action.js";

/** `irs webhooks`: helps to write and test a receiver. */
export function addWebhooksCommands(program: Command, run: RunAction): void {
  const webhooks = program
    .command("webhooks")
    .summary("Try a receiver of webhooks, or print deliveries.")
    .description("Tries a receiver of webhooks, or prints the deliveries of a service on this computer.")
    .addHelpText("after", examples("irs webhooks test http://localhost:8080/hooks", "irs webhooks listen"));
  addTest(webhooks, run);
  addListen(webhooks, run);
}

function addTest(webhooks: Command, run: RunAction): void {
  const command = webhooks
    .command("test")
    .summary("Test a receiver or an endpoint.")
    .description(
      `With a URL, this computer sends a signed sample of the event render.completed to the receiver. With the ID of a webhook endpoint, the service sends the event endpoint.test to it, which needs a key with the scope admin. Prints the response. Ends with 1 if the response is not a success.

Without --secret, a sample is signed with a new secret, which is printed first. The service signs with the secret of the endpoint.`,
    )
    .argument("<receiver>", "URL of a receiver, also on this computer, or the ID of an endpoint.")
    .addOption(valueOption("--secret <secret>", "Secret that signs the sample: whsec_ and base64. Only for a URL."))
    .addHelpText(
      "after",
      examples(
        "irs webhooks test http://localhost:8080/hooks",
        'irs webhooks test https://hooks.example.com/ --secret "$WEBHOOK_SECRET"',
        "irs webhooks test d17a4c95-8e02-4f6b-b3c8-6a5e90f1d274",
      ),
    )
    .action((receiver: string, options: TestWebhookOptions) =>
      run(async (terminal) => {
        // Import this only here, so that the help does not load the schemas.
        const { isId } = await import("../parse-id.js");
        if (isId(receiver)) {
          const { testEndpoint } = await import("../actions/test-endpoint.js");
          return await testEndpoint(terminal, receiver, options);
        }
        const { testWebhook } = await import("../actions/webhooks.js");
        return await testWebhook(terminal, receiver, options);
      }),
    );
  addConnectionOptions(command);
}

function addListen(webhooks: Command, run: RunAction): void {
  const command = webhooks
    .command("listen")
    .summary("Print the deliveries of a service on this computer.")
    .description(
      `Creates a webhook endpoint that receives all events of the workspace, verifies each delivery, and prints it as one line of JSON. Runs until it is interrupted, and then deletes the endpoint. Needs a key with the scope admin.

Works with a service that "npm start" runs: a deployed service delivers to public addresses only.`,
    )
    .addHelpText("after", examples("irs webhooks listen", "irs webhooks listen | jq .data.assetUrl"))
    .action((options: ConnectionOptions) =>
      run(async (terminal) => {
        const { listenForWebhooks } = await import("../actions/webhooks.js");
        return await listenForWebhooks(terminal, options);
      }),
    );
  addConnectionOptions(command);
}
