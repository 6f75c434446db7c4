export { BodyReader, type CreateOptions, type ReplaceOptions } from './body-reader.js'
export { bodyParser, parseBody } from './parser.js'
