export { readApi, type ApiRead } from './read-api.js'
