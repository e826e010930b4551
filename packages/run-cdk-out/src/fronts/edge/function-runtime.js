/**
 * The global objects of a CloudFront Function. This file runs inside the sandbox.
 *
 * Only strings pass between Node and the sandbox: functions cannot reach `host`, and bytes are text with one character
 * per byte. Everything that the runtime 2.0 does not have is missing here too: timers, network, files, `process`,
 * dynamic code, and objects of the language such as `Map`, `Set`, `Proxy` and `Intl`.
 *
 * function-sandbox.ts reads this file as text. Do not import it.
 */
(function (host) {
  "use strict";

  const missing = [
    "Atomics",
    "BigInt64Array",
    "BigUint64Array",
    "FinalizationRegistry",
    "Intl",
    "Iterator",
    "Map",
    "Proxy",
    "Reflect",
    "Set",
    "SharedArrayBuffer",
    "WeakMap",
    "WeakRef",
    "WeakSet",
    "WebAssembly",
    "escape",
    "unescape",
  ];
  for (const name of missing) delete globalThis[name];

  /** Calls the host. An error there becomes an error of the sandbox. */
  const call = (name, ...args) => {
    const [ok, value] = JSON.parse(host(name, JSON.stringify(args)));
    if (!ok) throw new Error(value);
    return value;
  };

  const bytesToText = (bytes) => {
    let text = "";
    for (let at = 0; at < bytes.length; at += 1) text += String.fromCharCode(bytes[at]);
    return text;
  };
  const textToBytes = (text, bytes) => {
    for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
    return bytes;
  };
  const decode = (text, encoding) => call("decode", String(text), encoding === undefined ? "utf8" : encoding);

  class Buffer extends Uint8Array {
    static from(value, encodingOrOffset, length) {
      if (typeof value === "string") {
        const text = decode(value, encodingOrOffset);
        return textToBytes(text, new Buffer(text.length));
      }
      if (value instanceof ArrayBuffer) return new Buffer(value, encodingOrOffset, length);
      const made = new Buffer(value.length);
      for (let at = 0; at < value.length; at += 1) made[at] = value[at];
      return made;
    }
    static alloc(size, fill) {
      const made = new Buffer(size);
      return fill === undefined ? made : made.fill(typeof fill === "string" ? fill.charCodeAt(0) : fill);
    }
    static byteLength(value, encoding) {
      return typeof value === "string" ? decode(value, encoding).length : value.byteLength;
    }
    static concat(list, total) {
      const size = total === undefined ? list.reduce((sum, part) => sum + part.length, 0) : total;
      const made = new Buffer(size);
      let at = 0;
      for (let part = 0; part < list.length; part += 1) {
        for (let byte = 0; byte < list[part].length && at < size; byte += 1) made[at++] = list[part][byte];
      }
      return made;
    }
    static isBuffer(value) {
      return value instanceof Buffer;
    }
    static isEncoding(encoding) {
      return call("isEncoding", String(encoding));
    }
    static compare(one, other) {
      const [left, right] = [bytesToText(one), bytesToText(other)];
      return left < right ? -1 : left > right ? 1 : 0;
    }
    equals(other) {
      return Buffer.compare(this, other) === 0;
    }
    compare(other) {
      return Buffer.compare(this, other);
    }
    toString(encoding, start, end) {
      return call("encode", bytesToText(this.subarray(start, end)), encoding === undefined ? "utf8" : encoding);
    }
    toJSON() {
      return { type: "Buffer", data: Array.from(this) };
    }
  }

  /** A hash or HMAC: collects the data, then calls the host for the digest. */
  class Digest {
    constructor(algorithm, key) {
      this._algorithm = algorithm;
      this._key = key;
      this._data = "";
      this._done = false;
    }
    update(data, encoding) {
      if (this._done) throw new Error("Digest already called");
      this._data += typeof data === "string" ? decode(data, encoding) : bytesToText(data);
      return this;
    }
    digest(encoding) {
      if (this._done) throw new Error("Digest already called");
      this._done = true;
      const text = call("digest", this._algorithm, this._key, this._data);
      const bytes = textToBytes(text, new Buffer(text.length));
      return encoding === undefined ? bytes : bytes.toString(encoding);
    }
  }
  const algorithmOf = (name) => {
    const lower = String(name).toLowerCase();
    if (["md5", "sha1", "sha256"].indexOf(lower) < 0) throw new TypeError("not supported algorithm: " + name);
    return lower;
  };
  const crypto = {
    createHash: (algorithm) => new Digest(algorithmOf(algorithm), null),
    createHmac: (algorithm, key) =>
      new Digest(algorithmOf(algorithm), typeof key === "string" ? decode(key) : bytesToText(key)),
  };

  class TextEncoder {
    get encoding() {
      return "utf-8";
    }
    encode(text) {
      const bytes = text === undefined ? "" : decode(text);
      return textToBytes(bytes, new Uint8Array(bytes.length));
    }
  }
  class TextDecoder {
    get encoding() {
      return "utf-8";
    }
    decode(bytes) {
      return bytes === undefined ? "" : call("encode", bytesToText(new Uint8Array(bytes.buffer || bytes)), "utf8");
    }
  }

  const querystring = {
    escape: encodeURIComponent,
    unescape: decodeURIComponent,
    parse: (text) => call("parseQuery", String(text)),
    stringify: (value) => call("writeQuery", value),
  };
  querystring.decode = querystring.parse;
  querystring.encode = querystring.stringify;

  let waiting = {};
  let nextWait = 0;

  /** The module `cloudfront`. Each invocation has its own, because it stores the origin that the function selects. */
  const makeCloudFront = (chosen, kvs) => {
    const read = (key, then) =>
      new Promise((resolve, reject) => {
        if (!kvs) throw new Error("No key value store is associated with this function.");
        nextWait += 1;
        waiting[nextWait] = { resolve: (value) => resolve(then(value)), reject };
        call("readKey", nextWait, String(key));
      });
    /** Prevents an unhandled rejection if the function does not await the promise. */
    const quiet = (promise) => {
      promise.catch(() => undefined);
      return promise;
    };
    const requireKey = (key, value) => {
      if (value === null) throw new Error("KeyNotFound: " + key);
      return value;
    };
    const formats = { json: JSON.parse, string: (value) => value, bytes: (value) => Buffer.from(value) };
    return {
      kvs: () => ({
        get: (key, options) =>
          quiet(read(key, (value) => formats[(options && options.format) || "string"](requireKey(key, value)))),
        exists: (key) => quiet(read(key, (value) => value !== null)),
      }),
      updateRequestOrigin: (properties) => {
        chosen.origin = { kind: "update", properties };
      },
      selectRequestOriginById: (originId, overrides) => {
        chosen.origin = { kind: "select", originId, overrides };
      },
      createRequestOriginGroup: (group) => {
        chosen.origin = { kind: "group", group };
      },
    };
  };

  const show = (value) => {
    if (typeof value === "string") return value;
    if (value instanceof Error) return value.stack || String(value);
    const text = JSON.stringify(value);
    return text === undefined ? String(value) : text;
  };
  const log = (...values) => call("log", values.map(show).join(" "));

  Object.assign(globalThis, { Buffer, TextEncoder, TextDecoder, console: { log, error: log } });
  String.bytesFrom = (value, encoding) => Buffer.from(value, encoding).toString("latin1");

  /** Adds the method `rawQueryString` to the request, because JSON cannot contain functions. */
  const withHelpers = (event) => {
    const request = event && event.request;
    if (!request) return event;
    const query = request.rawQuery;
    delete request.rawQuery;
    request.rawQueryString = () => query;
    return event;
  };

  /** Runs the program and its handler once. The host gets the result as JSON. */
  const run = (program, id, input, hasKvs) => {
    const chosen = {};
    const modules = { cloudfront: makeCloudFront(chosen, hasKvs), crypto, querystring, buffer: { Buffer } };
    const require = (name) => {
      if (!Object.prototype.hasOwnProperty.call(modules, name)) throw new Error("Cannot find module: " + name);
      return modules[name];
    };
    const settle = (ok, value) => call("settle", id, ok, value);
    const fail = (error) => settle(false, show(error));
    try {
      const handler = program(require);
      if (typeof handler !== "function") throw new Error("The code declares no function named handler.");
      Promise.resolve(handler(withHelpers(JSON.parse(input))))
        .then((returned) => settle(true, { returned: returned === undefined ? null : returned, origin: chosen.origin }))
        .catch(fail);
    } catch (error) {
      fail(error);
    }
  };

  return {
    /**
     * Prepares a run as the global `begin`, which a script with a time limit calls. The global exists only until that
     * call.
     */
    prepare(program, id, input, hasKvs) {
      globalThis.begin = () => {
        delete globalThis.begin;
        run(program, id, input, hasKvs);
      };
    },
    /** Resolves the promise that waits for a value of the key-value store. */
    resume(wait, ok, value) {
      const { resolve, reject } = waiting[wait];
      delete waiting[wait];
      try {
        if (ok) resolve(value);
        else reject(new Error(value));
      } catch (error) {
        reject(error);
      }
    },
  };
});
