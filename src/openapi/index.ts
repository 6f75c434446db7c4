export { isOpenApi } from './format.js'
export { readOpenApi } from './read-openapi.js'
