// `POST /items` stores an item and sends a job for it. `GET /items/{id}` returns the item's state.
import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";

const dynamoDb = new DynamoDBClient({});
const sqs = new SQSClient({});
const { TABLE, JOBS, GREETING, ORIGIN_SECRET } = process.env;

const respond = (statusCode, body) => ({
  statusCode,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export async function handler(event) {
  if (event.headers["x-origin-secret"] !== ORIGIN_SECRET) return respond(403, {});
  const { id } = event.pathParameters ?? JSON.parse(event.body);
  if (event.routeKey === "POST /items") {
    await dynamoDb.send(new PutItemCommand({ TableName: TABLE, Item: { id: { S: id }, kind: { S: "item" } } }));
    await sqs.send(new SendMessageCommand({ QueueUrl: JOBS, MessageBody: JSON.stringify({ id }) }));
    console.log(JSON.stringify({ level: "INFO", message: "Queued", id }));
    return respond(202, { id, greeting: GREETING, edge: event.headers["x-edge"] });
  }
  const { Item } = await dynamoDb.send(new GetItemCommand({ TableName: TABLE, Key: { id: { S: id } } }));
  return Item ? respond(200, { id, stored: Item.isStored?.BOOL ?? false }) : respond(404, {});
}
