import { expect, test } from "@jest/globals";
import { askForCapacity, consumedUnits } from "../../src/metering/consumed-capacity.js";
import { Meter } from "../../src/metering/meter.js";

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

test("a request asks for its capacity, unless the caller has asked already", () => {
  const asked = (body: string) => JSON.parse(askForCapacity(Buffer.from(body)).toString()) as unknown;
  expect(asked('{"TableName":"Jobs"}')).toEqual({ ReturnConsumedCapacity: "TOTAL", TableName: "Jobs" });
  expect(asked(" { } ")).toEqual({ ReturnConsumedCapacity: "TOTAL" });
  expect(asked('{"ReturnConsumedCapacity":"INDEXES"}')).toEqual({ ReturnConsumedCapacity: "INDEXES" });
});

test("the units of a response count as reads or writes of its tables", () => {
  const one = bytes({ ConsumedCapacity: { TableName: "Jobs", CapacityUnits: 3 } });
  expect(consumedUnits("PutItem", 200, bytes({}), one)).toEqual([{ kind: "write units", table: "Jobs", units: 3 }]);
  expect(consumedUnits("Query", 200, bytes({}), one)).toEqual([{ kind: "read units", table: "Jobs", units: 3 }]);
  const two = bytes({
    ConsumedCapacity: [
      { TableName: "Jobs", CapacityUnits: 4 },
      { TableName: "Batches", CapacityUnits: 2 },
    ],
  });
  expect(consumedUnits("TransactWriteItems", 200, bytes({}), two).map(({ units }) => units)).toEqual([4, 2]);
  expect(consumedUnits("DescribeTable", 200, bytes({}), bytes({ Table: {} }))).toEqual([]);
});

test("a write whose condition does not hold consumes a unit, and another error none", () => {
  const failed = bytes({ __type: "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException" });
  const request = bytes({ TableName: "Jobs" });
  expect(consumedUnits("PutItem", 400, request, failed)).toEqual([{ kind: "write units", table: "Jobs", units: 1 }]);
  expect(consumedUnits("PutItem", 400, request, bytes({ __type: "x#ValidationException" }))).toEqual([]);
});

test("a meter adds up amounts by kind and name", () => {
  const meter = new Meter();
  meter.add("log bytes", "api", 5);
  meter.add("log bytes", "api", 7);
  meter.add("log bytes", "image");
  expect(meter.list()).toEqual([
    { kind: "log bytes", name: "api", amount: 12 },
    { kind: "log bytes", name: "image", amount: 1 },
  ]);
});
