// Prints the OpenAPI document in standard input without `_fields`. Responses to it lack the properties that it does not
// name, although the schemas require them.
import { readFileSync } from 'node:fs'

const document = JSON.parse(readFileSync(0, 'utf8'))
const isKept = ({ $ref = '', name = '' }) => name !== '_fields' && !/[./]_fields$/.test($ref)
for (const path of Object.values(document.paths))
  for (const operation of [path, ...Object.values(path)])
    if (Array.isArray(operation.parameters)) operation.parameters = operation.parameters.filter(isKept)
console.log(JSON.stringify(document))
