/* global setInterval */
// A job makes a file and an event. The event that the bucket sends for the new file marks the item as stored.
import { DynamoDBClient, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";

const dynamoDb = new DynamoDBClient({});
const s3 = new S3Client({});
const events = new EventBridgeClient({});
const { TABLE, BUCKET, BUS } = process.env;

export async function handler(event) {
  if (event.Records) {
    for (const record of event.Records) await makeFile(JSON.parse(record.body).id);
    return { batchItemFailures: [] };
  }
  if (event["detail-type"] === "Object Created") await markStored(event.detail.object.key);
  return null;
}

async function makeFile(id) {
  if (id === "endless") await new Promise(() => setInterval(() => undefined, 1_000));
  await s3.send(
    new PutObjectCommand({ Bucket: BUCKET, Key: `files/${id}.txt`, Body: `file of ${id}`, ContentType: "text/plain" }),
  );
  const entry = { Source: "sample", DetailType: "Made", Detail: JSON.stringify({ id }), EventBusName: BUS };
  await events.send(new PutEventsCommand({ Entries: [entry] }));
}

async function markStored(key) {
  const id = /^files\/(.+)\.txt$/.exec(key)[1];
  await dynamoDb.send(
    new UpdateItemCommand({
      TableName: TABLE,
      Key: { id: { S: id } },
      UpdateExpression: "SET isStored = :true",
      ExpressionAttributeValues: { ":true": { BOOL: true } },
    }),
  );
}
