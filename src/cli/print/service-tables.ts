import { callerText } from '../../access/caller.js'
import { accessMatrix } from '../../access/matrix.js'
import { authRoutes } from '../../access/auth-routes.js'
import { permissionText } from '../../access/required.js'
import { verdictText } from '../../access/verdict.js'
import { rowRuleText, ruledModels } from '../../access/row-rules.js'
import { acceptedText, schemeRows } from '../../access/schemes.js'
import { ruledFields } from '../../access/write-rules.js'
import { externalSchemes, functionActions, writtenPath } from '../../ir/lookup.js'
import {
  ALLOW_AUTHENTICATED,
  ALLOW_EVERYONE,
  type BuiltInDefault,
  type Default,
  effectOnHolders,
  effectOnOne,
  type Field,
  type Model,
  type Service,
  type Versioned,
} from '../../ir/index.js'
import type { Table } from './table.js'

/**
 * Returns the tables for `inspect`: models, multi-column indexes, relations, routes, authentication schemes, the access
 * matrix, fields with write rules, and functions.
 */
export function serviceTables(service: Service): readonly Table[] {
  return [
    ...service.models.map(modelTable),
    ...unlessEmpty(groupTable(service)),
    relationTable(service),
    routeTable(service),
    ...schemeTables(service),
    accessTable(service),
    ...unlessEmpty(writeRuleTable(service)),
    ...unlessEmpty(rowRuleTable(service)),
    { title: 'Functions', columns: ['name', 'kind', 'file', 'called by'], rows: functionRows(service) },
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

/** Returns a field's constraints and its `onupdate` value as text. */
export function rulesOf({ constraints, onUpdate }: Field): readonly string[] {
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

const BUILT_IN_TEXTS: Readonly<Record<BuiltInDefault, string>> = {
  now: 'current time',
  timestamp: 'seconds since 1970',
  today: 'current date',
  uuid: 'random UUID',
}

/** Returns a default as text: a literal as JSON, a description of a built-in value, or `{{function}}`. */
export function defaultText(value: Default | null): string {
  switch (value?.kind) {
    case undefined:
      return ''
    case 'literal':
      return JSON.stringify(value.value)
    case 'builtin':
      return BUILT_IN_TEXTS[value.name]
    case 'counter':
      return 'next integer'
    case 'callable':
      return `{{${value.name}}}`
    case 'user':
      return `{{user.${value.field}}}`
  }
}

function groupTable({ models }: Service): Table {
  return {
    title: 'Multi-column indexes',
    columns: ['model', 'fields', 'unique'],
    rows: models.flatMap(({ id, groups = [] }) =>
      groups.map(({ names, unique }) => [id, names.join(', '), unique ? 'yes' : '']),
    ),
  }
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
      effectOnHolders(relation),
      effectOnOne(relation),
    ]),
  }
}

function routeTable(service: Service): Table {
  const { basePath, routes, actions } = service
  const operations = [...routes, ...actions]
  const hasPrefix = operations.some(({ prefix }) => prefix !== undefined)
  const isAnyDeprecated = operations.some((operation) => lifecycleText(operation) !== '')
  const version = (operation: Versioned): readonly string[] => [
    ...(hasPrefix ? [(operation.prefix ?? basePath) || '/'] : []),
    ...(isAnyDeprecated ? [lifecycleText(operation)] : []),
  ]
  return {
    title: `Routes (base path ${basePath === '' ? '/' : basePath})`,
    columns: [
      'method',
      'path',
      'action',
      'model',
      'permission',
      'access',
      'before',
      'after',
      ...(hasPrefix ? ['prefix'] : []),
      ...(isAnyDeprecated ? ['deprecated'] : []),
    ],
    rows: [
      ...routes.map((route) => [
        route.method,
        writtenPath(route),
        route.action,
        route.model,
        route.permission,
        aclText(route.acl),
        route.handlers.before.join(', '),
        route.handlers.after.join(', '),
        ...version(route),
      ]),
      ...actions.map((action) => [
        action.method,
        writtenPath(action),
        'custom action',
        action.item?.model ?? '',
        permissionText(action),
        aclText(action.acl),
        '',
        '',
        ...version(action),
      ]),
      ...authRoutes(service).map(({ method, path, action, access, before, after }) => [
        method,
        path,
        action,
        service.auth?.model ?? '',
        '',
        access,
        before.join(', '),
        after.join(', '),
        ...version({}),
      ]),
    ],
  }
}

/** Returns whether an operation is deprecated, and its dates: `yes`, `since 2026-01-01, until 2027-01-01`. */
export function lifecycleText({ deprecated, deprecatedAt, sunset }: Versioned): string {
  const dates = [
    ...(deprecatedAt === undefined ? [] : [`since ${deprecatedAt}`]),
    ...(sunset === undefined ? [] : [`until ${sunset}`]),
  ]
  if (dates.length > 0) return dates.join(', ')
  return deprecated === true ? 'yes' : ''
}

/** Returns the name of an ACL, or the callers that a default ACL allows. */
export function aclText(acl: string): string {
  if (acl === ALLOW_EVERYONE) return 'everyone'
  return acl === ALLOW_AUTHENTICATED ? 'authenticated' : acl
}

/** Returns the tables of schemes and of their routes, or none if the service issues all credentials. */
export function schemeTables(service: Service): readonly Table[] {
  if (externalSchemes(service).length === 0) return []
  return [
    {
      title: 'Schemes',
      columns: ['scheme', 'type', 'credentials', 'checked by', 'provider'],
      rows: schemeRows(service).map(({ name, type, credentials, file, issuer }) => [
        name,
        type,
        credentials.replaceAll('`', ''),
        file ?? 'the service',
        issuer ?? '',
      ]),
    },
    {
      title: 'Schemes of routes',
      columns: ['route', 'schemes'],
      rows: [...service.routes, ...service.actions].map((route) => [route.id, acceptedText(service, route)]),
    },
  ]
}

function accessTable(service: Service): Table {
  const { callers, rows, authRows } = accessMatrix(service)
  return {
    title: 'Access with auth = true',
    columns: ['route', 'permission', ...callers.map(callerText)],
    rows: [
      ...rows.map(({ route, verdicts }) => [route.id, permissionText(route), ...verdicts.map(verdictText)]),
      ...authRows.map(({ route, verdicts }) => [route.id, '', ...verdicts.map(verdictText)]),
    ],
  }
}

function writeRuleTable({ models }: Service): Table {
  return {
    title: 'Fields with write rules',
    columns: ['field', 'writable on create by', 'writable on update by'],
    rows: ruledFields(models).map(({ field, create, update }) => [field, create, update]),
  }
}

function rowRuleTable(service: Service): Table {
  return {
    title: 'Row rules',
    columns: ['model', 'rule'],
    rows: ruledModels(service).flatMap(({ id, rules }) =>
      rules.length === 0 ? [[id, 'no rows']] : rules.map((rule) => [id, rowRuleText(rule)]),
    ),
  }
}

/** Returns the table, or nothing if it is empty. */
function unlessEmpty(table: Table): readonly Table[] {
  return table.rows.length === 0 ? [] : [table]
}

export function functionRows(service: Service): readonly (readonly string[])[] {
  const { handlers, actions } = service
  return [
    ...handlers.map(({ name, kind, file, uses }) => [
      name,
      kind,
      file,
      uses.map(({ model, on }) => (model === null ? on : `${model} ${on}`)).join(', '),
    ]),
    ...functionActions({ actions }).map(({ name, file, id }) => [name, 'action', file, id]),
    ...externalSchemes(service).map(({ name, file }) => [name, 'scheme', file, 'operations that use it']),
  ]
}
