import { callerText } from '../../access/caller.js'
import { accessMatrix } from '../../access/matrix.js'
import { verdictText } from '../../access/verdict.js'
import {
  ALLOW_AUTHENTICATED,
  ALLOW_EVERYONE,
  type Default,
  type Field,
  type Model,
  type Service,
} from '../../ir/index.js'
import type { Table, Tone } from './table.js'

/** Returns the tables of `inspect`: models, relations, routes, the access matrix, functions (SPEC 2). */
export function serviceTables(service: Service): readonly Table[] {
  return [
    ...service.models.map(modelTable),
    relationTable(service),
    routeTable(service),
    accessTable(service),
    functionTable(service),
  ]
}

function modelTable({ id, key, fields }: Model): Table {
  return {
    title: `Model ${id} (primary key ${key})`,
    columns: ['field', 'type', 'constraints', 'default', 'processors'],
    rows: fields.map((field) => [
      field.name,
      field.stored ? field.type : `${field.type} (not stored)`,
      rulesOf(field).join(', '),
      defaultText(field.default),
      field.processors.join(', '),
    ]),
  }
}

function rulesOf({ constraints, onUpdate }: Field): readonly string[] {
  const { required, unique, index, minLength, maxLength, choices, itemType } = constraints
  return [
    ...(required ? ['required'] : []),
    ...(unique ? ['unique'] : []),
    ...(index ? ['index'] : []),
    ...(minLength === null ? [] : [`min length ${minLength}`]),
    ...(maxLength === null ? [] : [`max length ${maxLength}`]),
    ...(choices === null ? [] : [`one of ${choices.map((choice) => JSON.stringify(choice)).join(' ')}`]),
    ...(itemType === null ? [] : [`items of type ${itemType}`]),
    ...(onUpdate === null ? [] : [`on update ${defaultText(onUpdate)}`]),
  ]
}

function defaultText(value: Default | null): string {
  if (value === null) return ''
  return value.kind === 'literal' ? JSON.stringify(value.value) : `{{${value.name}}}`
}

function relationTable({ relations }: Service): Table {
  return {
    title: 'Relations',
    columns: ['relation', 'kind', 'back-reference', 'foreign key', 'on delete', 'back-reference on delete'],
    rows: relations.map((relation) => [
      relation.id,
      relation.kind,
      `${relation.to}.${relation.backref}${relation.required ? ' (required)' : ''}`,
      relation.foreignKey.column,
      relation.onDelete,
      relation.backrefOnDelete,
    ]),
  }
}

function routeTable({ basePath, routes }: Service): Table {
  return {
    title: `Routes (base path ${basePath === '' ? '/' : basePath})`,
    columns: ['method', 'path', 'action', 'model', 'permission', 'access', 'before', 'after'],
    rows: routes.map(({ method, path, action, model, permission, acl, handlers }) => [
      method,
      path,
      action,
      model,
      permission,
      aclText(acl),
      handlers.before.join(', '),
      handlers.after.join(', '),
    ]),
  }
}

function aclText(acl: string): string {
  if (acl === ALLOW_EVERYONE) return 'everyone'
  return acl === ALLOW_AUTHENTICATED ? 'authenticated' : acl
}

function accessTable(service: Service): Table {
  const { callers, rows } = accessMatrix(service)
  return {
    title: 'Access with auth = true',
    columns: ['route', 'permission', ...callers.map(callerText)],
    rows: rows.map(({ route, verdicts }) => [route.id, route.permission, ...verdicts.map(verdictText)]),
    toneOf: (cell, column) => (column < 2 ? null : verdictTone(cell)),
  }
}

function verdictTone(verdict: string): Tone {
  return verdict === 'yes' || verdict === 'no' ? verdict : 'depends'
}

function functionTable({ handlers }: Service): Table {
  return {
    title: 'Functions',
    columns: ['name', 'kind', 'file', 'called by'],
    rows: handlers.map(({ name, kind, file, uses }) => [
      name,
      kind,
      file,
      uses.map(({ model, on }) => (model === null ? on : `${model} ${on}`)).join(', '),
    ]),
  }
}
