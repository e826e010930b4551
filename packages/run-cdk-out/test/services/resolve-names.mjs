// Prints the address of a name below `localhost` that each function of `node:dns` returns.
import dns, { lookup } from "node:dns";
import { lookup as lookupPromise } from "node:dns/promises";

const name = "000000000000.localhost";
lookup(name, (error, address) => {
  console.log(error?.message ?? address);
  dns.lookup(name, { all: true }, async (failure, addresses) => {
    console.log(failure?.message ?? addresses[0].address);
    console.log((await dns.promises.lookup(name)).address);
    console.log((await lookupPromise(name, { family: 4 })).address);
  });
});
