import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes an API with `count` resources to a folder: a RAML file with traits and resource types, and a schema with ten
 * fields for each resource. Every second model is related to the previous one.
 * @returns the path of the RAML file
 */
export function writeSyntheticApi(folder, count) {
  mkdirSync(join(folder, 'schemas'), { recursive: true })
  for (let index = 0; index < count; index += 1) writeSchema(folder, index, schemaOf(index, count))
  const path = join(folder, 'api.raml')
  writeFileSync(path, raml(count))
  return path
}

/** Adds a field to the first schema. */
export function changeOneSchema(folder, count) {
  const schema = schemaOf(0, count)
  const properties = { ...schema.properties, remark: property('string', 'string') }
  writeSchema(folder, 0, { ...schema, properties })
}

function writeSchema(folder, index, schema) {
  writeFileSync(join(folder, 'schemas', `thing-${index}.json`), `${JSON.stringify(schema, null, 2)}\n`)
}

function schemaOf(index, count) {
  const holds = index % 2 === 1 ? { before_id: foreignKey(index - 1) } : {}
  const owns = index % 2 === 0 && index + 1 < count ? { after: relationship(index + 1) } : {}
  return {
    type: 'object',
    title: `Thing ${index}`,
    $schema: 'http://json-schema.org/draft-04/schema',
    required: ['name'],
    properties: {
      id: { _db_settings: { type: 'id_field', primary_key: true } },
      name: property('string', 'string', { required: true, max_length: 100 }, { maxLength: 100 }),
      remarks: property(['string', 'null'], 'text'),
      amount: property(['integer', 'null'], 'integer', { index: true }),
      share: property(['number', 'null'], 'float', {}, { minimum: 0, maximum: 1 }),
      active: property('boolean', 'boolean', { default: true }),
      state: property('string', 'choice', { choices: ['new', 'open', 'done'], default: 'new' }),
      labels: property(['array', 'null'], 'list', { item_type: 'string' }, { items: { type: 'string' } }),
      day: property(['string', 'null'], 'date', {}, { format: 'date' }),
      made: property(['string', 'null'], 'datetime', {}, { format: 'date-time' }),
      ...holds,
      ...owns,
    },
  }
}

function property(type, stored, settings = {}, keywords = {}) {
  return { type, ...keywords, _db_settings: { type: stored, ...settings } }
}

function foreignKey(target) {
  const name = `Thing${target}`
  return {
    _db_settings: {
      type: 'foreign_key',
      ref_document: name,
      ref_column: `thing${target}.id`,
      ref_column_type: 'id_field',
    },
  }
}

function relationship(target) {
  return { _db_settings: { type: 'relationship', document: `Thing${target}`, backref_name: 'before' } }
}

function raml(count) {
  return `#%RAML 0.8
---
title: Synthetic
version: v1
baseUri: http://{host}:{port}/{version}
mediaType: application/json
traits:
  - paged:
      queryParameters:
        _limit:
          type: integer
          description: The maximum number of <<what>> on a page
resourceTypes:
  - collection:
      description: All <<resourcePathName>>
      get:
        description: Read <<resourcePathName>>
      post?:
        description: Create one of <<resourcePathName>>
  - item:
      get:
        description: Read one
      patch:
        description: Change one
      delete:
        description: Delete one
${Array.from({ length: count }, (_, index) => resource(index)).join('')}`
}

function resource(index) {
  return `/thing${index}s:
  type: collection
  get:
    is: [paged: { what: things }]
  post:
    body:
      application/json:
        schema: !include schemas/thing-${index}.json
  /{id}:
    type: item
`
}
