// What starting Node and loading the reader cost.
await import('../../dist/analyse.js')
await import('../../dist/raml.js')
