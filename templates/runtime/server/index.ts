export { createServer, type ServerOptions } from './create-server.js'
export { refuseForeignOrigins } from './csrf.js'
export { etagOf, ifMatch, type IfMatch, sendTagged } from './etag.js'
export { StartError } from './start-error.js'
