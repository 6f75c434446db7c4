// What starting Node and loading the reader cost.
await import('../../dist/analyse/index.js')
await import('../../dist/raml/index.js')
