// The AWS SDK parses the user agents of browsers with it, which no function has. It is 37 KB of every bundle.
module.exports = {};
