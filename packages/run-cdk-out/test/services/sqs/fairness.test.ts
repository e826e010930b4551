import { describe, expect, test } from "@jest/globals";
import { openQueueDatabase } from "../../../src/services/sqs/database.js";
import { MessageStore, type ReceivedMessage } from "../../../src/services/sqs/message-store.js";
import { type Queue, QueueRegistry } from "../../../src/services/sqs/queue-registry.js";
import { type AtEnd, cleanups, temporaryFolder } from "../fixtures.js";

const atEnd = cleanups();

/** A queue with a clock that the test moves, and consumers that need 100 ms for each message. */
class FairQueue {
  nowMs = 1_700_000_000_000;
  readonly #messages: MessageStore;
  readonly #queue: Queue;

  private constructor(messages: (now: () => number) => MessageStore, queue: Queue) {
    this.#messages = messages(() => this.nowMs);
    this.#queue = queue;
  }

  static async open(atEnd: AtEnd): Promise<FairQueue> {
    const database = openQueueDatabase(await temporaryFolder(atEnd));
    atEnd(() => database.close());
    const queue = new QueueRegistry(database, Date.now).create("jobs", {}, {});
    return new FairQueue((now) => new MessageStore(database, now), queue);
  }

  send(groupId: string | undefined, count = 1): void {
    const message = { body: groupId ?? "none", attributes: {}, groupId, traceHeader: undefined, delaySeconds: 0 };
    for (let index = 0; index < count; index += 1) this.#messages.send(this.#queue, message);
  }

  receive(): ReceivedMessage | undefined {
    return this.#messages.receive(this.#queue, 1, 30).messages[0];
  }

  /** The groups of the next messages, in the order in which they start. `consumers` of them run at a time. */
  starts(count: number, consumers: number): readonly string[] {
    const running: ReceivedMessage[] = [];
    const order: string[] = [];
    while (order.length < count) {
      const next = this.receive();
      if (next === undefined) break;
      running.push(next);
      order.push(next.body);
      if (running.length < consumers) continue;
      this.nowMs += 100;
      for (const { receipt } of running.splice(0)) this.#messages.delete(this.#queue, receipt);
    }
    return order;
  }
}

describe("fair queues", () => {
  test("a message is one of the next to start although 1,000 messages of another group wait", async () => {
    const queue = await FairQueue.open(atEnd);
    queue.send("a", 1_000);
    expect(queue.starts(20, 4)).toEqual(Array.from({ length: 20 }, () => "a"));
    queue.send("b");
    expect(queue.starts(4, 4).indexOf("b")).toBe(0);
  });

  test("a group with a small backlog overtakes a group with a large one until it is noisy too, and then they alternate", async () => {
    const queue = await FairQueue.open(atEnd);
    queue.send("a", 200);
    queue.starts(40, 2);
    queue.send("b", 100);
    // 40 messages of `a` took 4 s. `b` has more than 10 % after 5 messages.
    expect(queue.starts(4, 2)).toEqual(["b", "b", "b", "b"]);
    const later = queue.starts(40, 2);
    expect(later.filter((group) => group === "b").length).toBeGreaterThanOrEqual(20);
    expect(later.slice(-10).filter((group) => group === "a")).toHaveLength(5);
  });

  test("a group is quiet again when its backlog is used up", async () => {
    const queue = await FairQueue.open(atEnd);
    queue.send("a", 50);
    queue.starts(50, 2);
    queue.send("a");
    queue.nowMs += 1;
    queue.send("b");
    expect(queue.starts(2, 1)).toEqual(["a", "b"]);
  });

  test("messages without a group are served like those of quiet groups", async () => {
    const queue = await FairQueue.open(atEnd);
    queue.send("a", 50);
    queue.starts(10, 2);
    queue.send(undefined, 3);
    expect(queue.starts(4, 2)).toEqual(["none", "none", "none", "a"]);
  });
});
