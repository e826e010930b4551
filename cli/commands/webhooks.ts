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
  webhooks
    .command("test")
    .summary("Send a signed sample to a receiver.")
    .description(
      `Sends a signed sample of the event render.completed to a receiver, and prints the response. Ends with 1 if the response is not a success.

Without --secret, the sample is signed with a new secret, which is printed first.`,
    )
    .argument("<url>", "URL of the receiver. Addresses of this computer are allowed.")
    .addOption(valueOption("--secret <secret>", "Secret that signs the sample: whsec_ and base64."))
    .addHelpText(
      "after",
      examples(
        "irs webhooks test http://localhost:8080/hooks",
        'irs webhooks test https://hooks.example.com/ --secret "$WEBHOOK_SECRET"',
      ),
    )
    .action((url: string, options: TestWebhookOptions) =>
      run(async (terminal) => {
        const { testWebhook } = await import("../actions/webhooks.js");
        return await testWebhook(terminal, url, options);
      }),
    );
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
