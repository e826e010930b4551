import { ChangeMessageVisibilityCommand } from "@aws-sdk/client-sqs";
import { expect, test } from "@jest/globals";
import { cleanups, temporaryFolder } from "../fixtures.js";
import { Sqs } from "./sqs-fixture.js";

const atEnd = cleanups();

test.each([{ VisibilityTimeout: "600" }, {}])(
  "with returnInFlight, only messages with the visibility timeout of their queue become visible after a restart (%j)",
  async (attributes) => {
    const dataDir = await temporaryFolder(atEnd);
    const before = await Sqs.start(atEnd, dataDir);
    const url = await before.queue("jobs", attributes);
    await before.send(url, "backed off");
    const [backedOff] = await before.receive(url);
    const { ReceiptHandle } = backedOff ?? {};
    const later = { QueueUrl: url, ReceiptHandle, VisibilityTimeout: 7_200 };
    await before.client.send(new ChangeMessageVisibilityCommand(later));
    await before.send(url, "in flight");
    expect(await before.receive(url)).toHaveLength(1);
    await before.send(url, "delayed", { DelaySeconds: 900 });
    await before.close();

    const after = await Sqs.start(atEnd, dataDir, true);
    const received = await after.receive(await after.queue("jobs"), { MaxNumberOfMessages: 10 });
    expect(received).toMatchObject([{ Body: "in flight", Attributes: { ApproximateReceiveCount: "2" } }]);
  },
);
