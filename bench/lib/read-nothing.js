// Measures the start of Node and the loading of the reader.
await import('../../dist/analyse.js')
await import('../../dist/raml.js')
