export type * from './api.js'
export { readApi, type ApiRead } from './read-api.js'
