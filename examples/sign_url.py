#!/usr/bin/env python3
"""Signs image URLs with the key of one template, by the standard library alone. docs/signing.md explains each step.

    sign_url.py --base https://images.example.com --template TEMPLATE_ID --key-id k1 --generation 1 --key TEMPLATE_KEY \
        format=webp title="Hello, world"

prints the URL. `--check signing-vectors.json` instead makes every vector of that file anew and compares.
"""
import argparse
import base64
import hashlib
import hmac
import json
import sys
from urllib.parse import quote


def mac(key, text):
    """base64url without padding of HMAC-SHA256; keys are texts, their UTF-8 bytes are the key."""
    digest = hmac.new(key.encode(), text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def template_key(master_key, template, generation):
    """What the service derives and hands to an owner; a client has it already."""
    return mac(mac(master_key, "img"), f"{template}\n{generation}")


def encode(text):
    """Percent-encoding by RFC 3986: all but letters, digits and - . _ ~"""
    return quote(text, safe="")


def lines(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key comes twice")
    if any(key == "sig" for key, _ in pairs):
        raise ValueError("sig is the signature's own key")
    return [f"{key}={value}" for key, value in sorted((encode(key), encode(value)) for key, value in pairs)]


def canonical(template, pairs):
    return "\n".join(["v1", template, *lines(pairs)])


def sign(key, key_id, generation, template, pairs):
    return f"{key_id}.{generation}.{mac(key, canonical(template, pairs))}"


def sign_url(base, template, key, key_id, generation, pairs):
    sig = sign(key, key_id, generation, template, pairs)
    url = f"{base}/api/v1/img/{template}?" + "&".join([*lines(pairs), f"sig={sig}"])
    if len(url) > 4096:
        raise ValueError(f"the URL would have {len(url)} bytes; 4096 is the limit")
    return url


def stored_as(template, pairs):
    """Where the service stores the picture: the same for every exp."""
    identity = canonical(template, [pair for pair in pairs if pair[0] != "exp"])
    digest = hashlib.sha256(identity.encode()).hexdigest()
    format = dict(pairs).get("format", "png")
    ending = "jpg" if format == "jpeg" else format if format in ("png", "jpg", "webp", "avif") else "png"
    return f"img/{digest[:2]}/{digest}.{ending}"


def check(path):
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)
    for vector in vectors["valid"]:
        template, pairs = vector["template"], [tuple(pair) for pair in vector["pairs"]]
        key = template_key(vectors["masterKeys"][vector["keyId"]], template, vector["generation"])
        made = {
            "templateKey": key,
            "canonical": canonical(template, pairs),
            "url": sign_url(vectors["baseUrl"], template, key, vector["keyId"], vector["generation"], pairs),
            "storedAs": stored_as(template, pairs),
        }
        for name, value in made.items():
            if value != vector[name]:
                sys.exit(f"{vector['name']}: {name} is {value!r}, not {vector[name]!r}")
    print(f"{len(vectors['valid'])} vectors reproduced")


def main():
    parser = argparse.ArgumentParser(description="Signs the URL of an image.")
    parser.add_argument("--check", metavar="FILE", help="reproduce the vectors of a file instead")
    for name in ("--base", "--template", "--key-id", "--key"):
        parser.add_argument(name)
    parser.add_argument("--generation", type=int, default=1)
    parser.add_argument("pairs", nargs="*", metavar="KEY=VALUE")
    given = parser.parse_args()
    if given.check:
        check(given.check)
        return
    missing = [name for name in ("base", "template", "key_id", "key") if getattr(given, name) is None]
    if missing:
        parser.error("missing: " + ", ".join("--" + name.replace("_", "-") for name in missing))
    pairs = [tuple(pair.split("=", 1)) if "=" in pair else (pair, "") for pair in given.pairs]
    print(sign_url(given.base, given.template, given.key, given.key_id, given.generation, pairs))


if __name__ == "__main__":
    main()
