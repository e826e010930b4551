import { describe, expect, test } from "@jest/globals";
import { type LaneWork, runInLanes } from "../../../lambdas/shared/lanes.js";
import type { MessageReceiver, ReceivedMessage } from "../../../aws/message-receiver.js";
import { silentLog } from "../../support/render-fixture.js";

const messageOf = (messageId: string): ReceivedMessage => ({ messageId, receiptHandle: `r-${messageId}`, body: "{}" });

/** A queue with these messages, whose polls end at once. */
function queueWith(...ids: string[]) {
  const removed: string[] = [];
  const polls: number[] = [];
  const receiver: MessageReceiver = {
    receive: async (atMost) => {
      polls.push(atMost);
      // Messages are processed between two polls.
      await new Promise((resolve) => setImmediate(resolve));
      return ids.splice(0, atMost).map(messageOf);
    },
    remove: async ({ receiptHandle }) => void removed.push(receiptHandle),
  };
  return { receiver, removed, polls };
}

/** Processes held messages when the test says so, and others at once. A message whose ID starts with `bad` fails. */
function processing() {
  const held = new Map<string, PromiseWithResolvers<undefined>>();
  const started: string[] = [];
  return {
    started,
    hold: (id: string) => held.set(id, Promise.withResolvers()),
    end: (id: string) => held.get(id)?.resolve(undefined),
    process: async ({ messageId }: ReceivedMessage) => {
      started.push(messageId);
      await held.get(messageId)?.promise;
      return !messageId.startsWith("bad");
    },
  };
}

const terms = { lanes: 3, maxMessageMs: 25_000, random: () => 0, log: silentLog };
const run = (work: Partial<LaneWork> & Pick<LaneWork, "given" | "receiver" | "process">) =>
  runInLanes({ ...terms, remainingMs: () => 60_000, ...work });

describe("an invocation with lanes", () => {
  test("while one message is slow, the other lanes process further messages of the queue and delete them", async () => {
    const work = processing();
    work.hold("slow");
    const { receiver, removed, polls } = queueWith("a", "b", "c", "bad-d", "last");
    const receive: MessageReceiver["receive"] = async (...args) => {
      const received = await receiver.receive(...args);
      if (work.started.includes("last")) work.end("slow");
      return received;
    };
    const given = ["slow", "bad-1", "ok"].map(messageOf);
    expect(await run({ given, receiver: { ...receiver, receive }, process: work.process })).toEqual(["bad-1"]);
    expect(work.started).toEqual(["slow", "bad-1", "ok", "a", "b", "c", "bad-d", "last"]);
    // Failed messages stay in the queue. Lambda itself deletes the messages that it received.
    expect(removed).toEqual(["r-a", "r-b", "r-c", "r-last"]);
    // The slow message holds one of the three lanes.
    expect(Math.max(...polls)).toBe(2);
  });

  test("a batch that ends quickly does not poll the queue", async () => {
    const { receiver, polls } = queueWith("never");
    expect(await run({ given: [messageOf("a")], receiver, process: async () => true })).toEqual([]);
    expect(polls).toEqual([]);
  });

  test.each([
    { random: 0, remainingMs: 26_001, takesMore: true },
    { random: 0, remainingMs: 26_000, takesMore: false },
    { random: 0.5, remainingMs: 34_501, takesMore: true },
    { random: 0.5, remainingMs: 34_500, takesMore: false },
  ])(
    "an invocation takes no message that it could not complete before its timeout: %j",
    async ({ random, remainingMs, takesMore }) => {
      // The invocation begins with 60 s. A message takes up to 25 s, a poll takes 1 s, and half of the rest is random.
      const work = processing();
      work.hold("slow");
      const queue = queueWith();
      const receive: MessageReceiver["receive"] = async (...args) => {
        work.end("slow");
        return await queue.receiver.receive(...args);
      };
      let calls = 0;
      await run({
        given: [messageOf("slow")],
        receiver: { ...queue.receiver, receive },
        process: work.process,
        random: () => random,
        remainingMs: () => {
          calls += 1;
          if (calls === 1) return 60_000;
          if (!takesMore) work.end("slow");
          return remainingMs;
        },
      });
      expect(queue.polls.length > 0).toBe(takesMore);
    },
  );

  test("a failure to read the queue or to delete from it does not interrupt the messages that are being processed", async () => {
    const work = processing();
    work.hold("slow");
    let polls = 0;
    const receiver: MessageReceiver = {
      receive: async () => {
        polls += 1;
        if (polls === 1) throw new Error("The queue is down.");
        work.end("slow");
        return polls === 2 ? [messageOf("late")] : [];
      },
      remove: () => Promise.reject(new Error("The queue is down.")),
    };
    expect(await run({ given: [messageOf("slow")], receiver, process: work.process })).toEqual([]);
    expect(work.started).toEqual(["slow", "late"]);
  });
});
