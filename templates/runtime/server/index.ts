export { createServer } from './create-server.js'
