import { givenKey } from '../../templates/runtime/sql/given-keys.js'
import { withRule } from '../../templates/runtime/testing/rare-rules.js'
import type { Models, FieldSpec, ModelSpec, RelationSpec } from '../../templates/runtime/model.js'
import {
  type Constraints,
  type Field,
  FIELD_TYPES,
  type FieldType,
  type Relation,
  type Service,
} from '../ir/index.js'
import { emptyService } from './fake-stages.js'
import { field, model } from './sample-service.js'

const loc = { file: 'api.raml', line: 1, column: 1 }

/** Returns a field with these constraints. */
export function constrained(base: Field, constraints: Partial<Constraints>): Field {
  return { ...base, constraints: { ...base.constraints, ...constraints } }
}

/** Returns a relation between two models, each given as model and field. */
export function relation(
  from: [string, string],
  to: [string, string],
  more: Partial<Relation> = {},
): Relation {
  return {
    id: from.join('.'),
    kind: 'one-to-many',
    from: from[0],
    field: from[1],
    to: to[0],
    backref: to[1],
    foreignKey: { field: `${to[1]}_id`, column: `${to[1]}_id`, type: 'string' },
    required: false,
    onDelete: 'nullify',
    backrefOnDelete: 'nullify',
    fieldJson: {},
    backrefJson: {},
    processors: [],
    backrefProcessors: [],
    renamedFrom: null,
    loc,
    ...more,
  }
}

const EVERY_TYPE = FIELD_TYPES.filter((type) => type !== 'id_field' && type !== 'foreign_key')

/** Returns a service with users, stories, profiles, a tree, and an item with a field of every type. */
export function storedService(): Service {
  return {
    ...emptyService('Stored'),
    models: [
      model('Item', [
        field('id', 'id_field'),
        ...EVERY_TYPE.map((type) =>
          constrained(field(type, type), type === 'choice' ? { choices: ['a', 'b'] } : {}),
        ),
        constrained(field('tags', 'list'), { itemType: 'string' }),
        constrained(field('prices', 'list'), { itemType: 'decimal' }),
        constrained(field('marks', 'list'), { itemType: 'integer' }),
      ]),
      model('Node', [field('id', 'id_field'), field('name'), field('parent_id', 'foreign_key')]),
      model('Profile', [field('id', 'id_field'), field('bio', 'text'), field('user_id', 'foreign_key')]),
      model('Story', [
        field('id', 'id_field'),
        constrained(field('title'), { required: true, maxLength: 200 }),
        constrained(field('slug'), { unique: true }),
        constrained(field('rank', 'integer'), { index: true }),
        field('owner_id', 'foreign_key'),
      ]),
      model('User', [field('username'), constrained(field('email'), { unique: true })]),
    ],
    relations: [
      relation(['Node', 'children'], ['Node', 'parent'], {
        foreignKey: { field: 'parent_id', column: 'parent_id', type: 'id_field' },
        onDelete: 'cascade',
      }),
      relation(['User', 'profile'], ['Profile', 'user'], { kind: 'one-to-one', onDelete: 'restrict' }),
      relation(['User', 'stories'], ['Story', 'owner']),
    ],
  }
}

/** Returns a service's models as declared in the emitted project. */
export function modelSpecs(service: Service): Models {
  return Object.fromEntries(
    service.models.map(({ id, names, key, fields }): [string, ModelSpec] => [
      id,
      {
        name: id,
        var: names.var,
        table: names.table,
        key,
        fields: Object.fromEntries(
          fields.flatMap((each): [string, FieldSpec][] =>
            each.type === 'foreign_key' ? [] : [[each.name, fieldSpec(each, each.type)]],
          ),
        ),
        relations: Object.fromEntries(service.relations.flatMap((each) => relationSpecs(each, id))),
        foreignKeys: {},
        processors: {},

        additionalProperties: false,
        path: null,
      },
    ]),
  )
}

function fieldSpec(
  { column, constraints, default: made }: Field,
  type: Exclude<FieldType, 'foreign_key'>,
): FieldSpec {
  const { required, choices, index, itemType, words } = constraints
  return withRule({
    type,
    column,
    ...(required ? { required } : {}),
    ...(index ? { index } : {}),
    ...(words === undefined ? {} : { words: true }),
    ...(choices === null ? {} : { choices }),
    ...(itemType === null ? {} : { itemType }),
    ...(made?.kind === 'counter' ? { given: givenKey } : {}),
  })
}

function relationSpecs(relation: Relation, model: string): [string, RelationSpec][] {
  const { type } = relation.foreignKey
  if (type === 'foreign_key') return []
  const unique = relation.kind === 'one-to-one'
  const common = { unique, column: relation.foreignKey.column, keyType: type, required: relation.required }
  const one: RelationSpec = {
    ...common,
    model: relation.to,
    side: 'one',
    many: !unique,
    inverse: relation.backref,
    onDelete: relation.onDelete,
  }
  const holder: RelationSpec = {
    ...common,
    model: relation.from,
    side: 'holder',
    many: false,
    inverse: relation.field,
    onDelete: relation.backrefOnDelete,
  }
  return [
    ...(relation.from === model ? [[relation.field, one] satisfies [string, RelationSpec]] : []),
    ...(relation.to === model ? [[relation.backref, holder] satisfies [string, RelationSpec]] : []),
  ]
}
