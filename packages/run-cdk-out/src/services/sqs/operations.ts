/** The operations of SQS. */
import * as z from "zod";
import { type JsonOperation, operation } from "../aws-json.js";
import { LOCAL_ACCOUNT_ID } from "../service.js";
import { messageOperations } from "./message-operations.js";
import type { MessageStore } from "./message-store.js";
import { withDefaults } from "./queue-attributes.js";
import { nameFromUrl, type Queue, queueArn } from "./queue-registry.js";
import type { SqsState } from "./state.js";

const stringMap = z.record(z.string(), z.string());
const onQueue = z.strictObject({ QueueUrl: z.string() });

/** Returns all operations of the local SQS, by name. */
export function sqsOperations(state: SqsState): Record<string, JsonOperation> {
  return { ...queueOperations(state), ...tagOperations(state), ...messageOperations(state) };
}

function queueOperations(state: SqsState): Record<string, JsonOperation> {
  const { queues, messages } = state;
  const urlOf = (queue: Queue): string => `${state.endpoint()}/${LOCAL_ACCOUNT_ID}/${queue.name}`;
  return {
    CreateQueue: operation(
      z.strictObject({ QueueName: z.string(), Attributes: stringMap.default({}), tags: stringMap.default({}) }),
      (input) => ({ QueueUrl: urlOf(queues.create(input.QueueName, input.Attributes, input.tags)) }),
    ),
    GetQueueUrl: operation(
      z.strictObject({ QueueName: z.string(), QueueOwnerAWSAccountId: z.string().optional() }),
      (input) => ({ QueueUrl: urlOf(queues.get(input.QueueName)) }),
    ),
    ListQueues: operation(z.strictObject({ QueueNamePrefix: z.string().optional() }), (input) => ({
      QueueUrls: queues.list(input.QueueNamePrefix).map(urlOf),
    })),
    DeleteQueue: operation(onQueue, (input) => queues.delete(nameFromUrl(input.QueueUrl))),
    PurgeQueue: operation(onQueue, (input) => messages.purge(queues.get(nameFromUrl(input.QueueUrl)))),
    SetQueueAttributes: operation(onQueue.extend({ Attributes: stringMap }), (input) =>
      queues.setAttributes(nameFromUrl(input.QueueUrl), input.Attributes),
    ),
    GetQueueAttributes: operation(
      onQueue.extend({ AttributeNames: z.array(z.string()).default([]) }),
      ({ QueueUrl, AttributeNames }) => {
        const all = describe(queues.get(nameFromUrl(QueueUrl)), messages);
        const wanted = Object.entries(all).filter(([name]) => wants(AttributeNames, name));
        return { Attributes: Object.fromEntries(wanted) };
      },
    ),
  };
}

function tagOperations({ queues }: SqsState): Record<string, JsonOperation> {
  const tagsOf = (url: string): Readonly<Record<string, string>> => queues.get(nameFromUrl(url)).tags;
  return {
    TagQueue: operation(onQueue.extend({ Tags: stringMap }), ({ QueueUrl, Tags }) =>
      queues.setTags(nameFromUrl(QueueUrl), { ...tagsOf(QueueUrl), ...Tags }),
    ),
    UntagQueue: operation(onQueue.extend({ TagKeys: z.array(z.string()) }), ({ QueueUrl, TagKeys }) => {
      const kept = Object.entries(tagsOf(QueueUrl)).filter(([key]) => !TagKeys.includes(key));
      queues.setTags(nameFromUrl(QueueUrl), Object.fromEntries(kept));
    }),
    ListQueueTags: operation(onQueue, ({ QueueUrl }) => ({ Tags: tagsOf(QueueUrl) })),
  };
}

function describe(queue: Queue, messages: MessageStore): Record<string, string> {
  const { ready, inFlight, delayed } = messages.counts(queue);
  return {
    ...withDefaults(queue.attributes),
    QueueArn: queueArn(queue.name),
    CreatedTimestamp: String(Math.floor(queue.createdMs / 1_000)),
    LastModifiedTimestamp: String(Math.floor(queue.modifiedMs / 1_000)),
    ApproximateNumberOfMessages: String(ready),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
  };
}

function wants(names: readonly string[], name: string): boolean {
  return names.includes("All") || names.includes(name);
}
