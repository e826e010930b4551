// Preloaded (`node --import`) into processes whose SDK puts a label before the host of a local endpoint
// (`http://000000000000.localhost:port`). Every name below `localhost` means this machine (RFC 6761, 6.3), but the
// resolvers of many systems do not implement that.
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

const resolve = (lookup) =>
  function lookupLocalhost(hostname, ...rest) {
    return lookup.call(this, /\.localhost\.?$/i.test(hostname) ? "127.0.0.1" : hostname, ...rest);
  };

dns.lookup = resolve(dns.lookup);
dns.promises.lookup = resolve(dns.promises.lookup);
syncBuiltinESMExports();
