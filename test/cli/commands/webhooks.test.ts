import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { WebhookReceiver } from "../../support/webhook-receiver.js";
import { ContractServer } from "../contract-server.js";
import { makeFolder, run, runWith } from "../support.js";

const SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfgh8HxkM4=";

describe("irs webhooks test", () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = new WebhookReceiver();
    receiver.secrets.push(SECRET);
    await receiver.start();
  });
  afterEach(() => receiver.stop());

  const send = (...more: string[]) => run(makeFolder({}), "webhooks", "test", receiver.url("/hooks"), ...more);

  test("a receiver with the same secret can verify the sample, and its response is printed", async () => {
    receiver.behave = () => ({ status: 200, body: "thanks\u001b[31m" });
    expect(await send("--secret", SECRET)).toEqual(
      expect.objectContaining({ code: 0, text: "200 thanks\\u{1b}[31m\n", errors: "" }),
    );
    expect(receiver.received.map(({ body }) => body.event)).toEqual(["render.completed"]);
  });

  test("without a secret, a new one is printed, so that the receiver can use it for the next sample", async () => {
    const { code, errors } = await send();
    expect(code).toBe(1);
    const [, secret = ""] = /^Signed with a new secret: (whsec_\S+)\n/.exec(errors) ?? [];
    receiver.secrets.push(secret);
    expect((await send("--secret", secret)).code).toBe(0);
  });

  test("an unreachable receiver and a malformed secret each cause an error of one sentence", async () => {
    await receiver.stop();
    expect(await send("--secret", SECRET)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/could not be reached/),
    });
    expect(await send("--secret", "secret")).toMatchObject({ code: 2, errors: expect.stringMatching(/whsec_/) });
  });
});

describe("irs webhooks listen", () => {
  test("webhooks listen deletes the endpoint that it created when it is interrupted", async () => {
    const server = await ContractServer.start();
    const id = "d17a4c95-8e02-4f6b-b3c8-6a5e90f1d274";
    const endpoint = { id, url: "http://127.0.0.1/", events: ["render.completed"], enabled: true };
    const body = { ...endpoint, createdAt: "2026-11-20T10:00:00.000Z", secret: SECRET };
    server.nextResponses.push({ status: 201, body }, { status: 204 });
    try {
      expect((await runWith(server.env, makeFolder({}), "webhooks", "listen")).code).toBe(0);
      expect(server.requests).toEqual(["POST /api/v1/webhooks/endpoints", `DELETE /api/v1/webhooks/endpoints/${id}`]);
    } finally {
      await server.close();
    }
  });
});

describe("irs webhooks test with an endpoint", () => {
  const id = "d17a4c95-8e02-4f6b-b3c8-6a5e90f1d274";
  const eventId = "f28b6d13-45ca-4e90-87d1-3b9c0e6a5f72.test";
  const at = "2026-11-20T10:00:00.000Z";
  const eventWith = (...attempts: readonly object[]) => {
    const delivery = { eventId, event: "endpoint.test", occurredAt: at, endpointId: id, url: "https://example.com/" };
    const deliveries = [{ ...delivery, status: "pending", attempts }];
    return { status: 200, body: { eventId, event: "endpoint.test", occurredAt: at, body: "{}", deliveries } };
  };
  const tested = { status: 202, body: { eventId } };

  test.each([
    ["accepts", { at, durationMs: 4, status: 200, response: "thanks" }, { code: 0, text: "200 thanks\n", errors: "" }],
    [
      "refuses",
      { at, durationMs: 4, status: 500, error: "example.com returned status 500." },
      {
        code: 1,
        text: "500\n",
        errors: `example.com returned status 500. The service repeats the event ${eventId}.\n`,
      },
    ],
    [
      "does not respond to",
      { at, durationMs: 4, error: "example.com could not be reached." },
      { code: 1, text: "", errors: `example.com could not be reached. The service repeats the event ${eventId}.\n` },
    ],
  ])("the service sends the test, and the command waits until the receiver %s it", async (_name, attempt, expected) => {
    const server = await ContractServer.start();
    server.nextResponses.push(tested, eventWith(), eventWith(attempt));
    try {
      expect(await runWith(server.env, makeFolder({}), "webhooks", "test", id)).toMatchObject(expected);
      expect(server.requests).toEqual([
        `POST /api/v1/webhooks/endpoints/${id}/test`,
        `GET /api/v1/webhooks/events/${eventId}`,
        `GET /api/v1/webhooks/events/${eventId}`,
      ]);
    } finally {
      await server.close();
    }
  });

  test("a secret is refused, because the service signs with the secret of the endpoint", async () => {
    const { code, errors } = await run(makeFolder({}), "webhooks", "test", id, "--secret", SECRET);
    expect([code, errors]).toEqual([2, expect.stringContaining("only for a URL")]);
  });
});
