// Measures how long it takes to start Node and to load the reader.
await import('../../dist/analyze.js')
await import('../../dist/raml.js')
