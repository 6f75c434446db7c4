// Loads the reader and exits, so that `bench/read.js` can measure the time to start the process.
await import('../../dist/analyze.js')
await import('../../dist/raml.js')
