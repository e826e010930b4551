/* global fetch */
// The function of the custom resource: writes the greeting to the key-value store, and returns it as an attribute.
import {
  CloudFrontKeyValueStoreClient,
  DescribeKeyValueStoreCommand,
  PutKeyCommand,
} from "@aws-sdk/client-cloudfront-keyvaluestore";
import "@aws-sdk/signature-v4a";

const store = new CloudFrontKeyValueStoreClient({});

export async function handler(event) {
  const { StackId, RequestId, LogicalResourceId, ResourceProperties: properties } = event;
  const correlation = { StackId, RequestId, LogicalResourceId };
  const send = (outcome) =>
    fetch(event.ResponseURL, { method: "PUT", body: JSON.stringify({ ...correlation, ...outcome }) });
  console.log(`${event.RequestType} ${properties.Greeting}`);
  if (properties.Fail) return send({ Status: "FAILED", Reason: properties.Fail });
  if (event.RequestType !== "Delete") {
    const { ETag } = await store.send(new DescribeKeyValueStoreCommand({ KvsARN: properties.Store }));
    const entry = { KvsARN: properties.Store, Key: "greeting", Value: properties.Greeting, IfMatch: ETag };
    await store.send(new PutKeyCommand(entry));
  }
  return send({ Status: "SUCCESS", PhysicalResourceId: "greeting", Data: { Text: properties.Greeting } });
}
