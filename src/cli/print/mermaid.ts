import type { Relation, Service } from '../../ir/index.js'

/** Returns a Mermaid entity-relationship diagram (https://mermaid.js.org/syntax/entityRelationshipDiagram.html). */
export function toMermaid({ models, relations }: Service): string {
  const lines = [
    ...models.flatMap(({ id, key, fields }) => [
      `  ${id} {`,
      ...fields.map(
        ({ name, type }) =>
          `    ${type} ${word(name)}${name === key ? ' PK' : type === 'foreign_key' ? ' FK' : ''}`,
      ),
      '  }',
    ]),
    ...relations.filter(isStored).map(({ kind, from, to, field, required }) => {
      const one = required ? '||' : '|o'
      return `  ${from} ${one}--${kind === 'one-to-many' ? 'o{' : 'o|'} ${to} : ${word(field)}`
    }),
  ]
  return `erDiagram\n${lines.map((line) => `${line}\n`).join('')}`
}

/** Returns whether a relation is a foreign key. The others lead through a model that the diagram shows. */
function isStored({ kind }: Relation): boolean {
  return kind !== 'many-to-many'
}

/** Returns a valid Mermaid name: letters, digits, hyphens and underscores, starting with a letter. */
function word(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_-]/g, '_')
  return /^[A-Za-z]/.test(plain) ? plain : `f${plain}`
}
