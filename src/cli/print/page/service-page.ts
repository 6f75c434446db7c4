import { counted } from '../../../../templates/runtime/spec/wording.js'
import { callerText } from '../../../access/caller.js'
import { accessMatrix } from '../../../access/matrix.js'
import { type AuthRoute, authRoutes } from '../../../access/auth-routes.js'
import { permissionText } from '../../../access/required.js'
import type { Verdict } from '../../../access/verdict.js'
import { rowsText } from '../../../access/row-rules.js'
import { principalText, writersOf } from '../../../access/write-rules.js'
import type {
  Acl,
  AclRule,
  CustomAction,
  Field,
  Model,
  RelationEnd,
  Route,
  Service,
} from '../../../ir/index.js'
import {
  firstSegment,
  isSeenBy,
  modelsInSourceOrder,
  relationWith,
  writeRuleOf,
  writtenPath,
} from '../../../ir/lookup.js'
import { isUnreadable } from '../../../ir/password.js'
import { effectOnHolders, effectOnOne } from '../../../ir/relation.js'
import {
  lifecycleText,
  aclText,
  defaultText,
  functionRows,
  rulesOf,
  schemeTables,
} from '../service-tables.js'
import type { Table } from '../table.js'
import { diagramOf } from './diagram.js'
import { Markup, markup, paragraphs } from './markup.js'
import { pageOf, type Section } from './page.js'
import { cards, type Cell, codes, tableHtml, verdictHtml } from './tables.js'

/** Returns a page about a service: diagram, models, routes, access and functions. */
export function servicePage(service: Service): string {
  const models = modelsInSourceOrder(service)
  const sections = [
    diagramSection(service, models),
    {
      anchor: 'models',
      title: 'Models',
      content: markup``,
      parts: models.map((each) => modelPart(service, each)),
    },
    { anchor: 'routes', title: 'Routes', content: basePathText(service), parts: routeParts(service, models) },
    ...schemeSections(service),
    ...accessSections(service),
    ...functionSections(service),
  ]
  return pageOf(service.title, introduction(service), sections)
}

/** Returns a page with one table. The cells contain text, except for those that contain a verdict. */
export function tablePage(title: string, table: Table, verdicts: readonly Verdict[]): string {
  const { columns, rows } = table
  const cells = rows.map((row, index) => {
    const verdict = verdicts[index]
    return verdict === undefined ? row : [...row.slice(0, -1), verdictHtml(verdict)]
  })
  return pageOf(title, markup``, [{ anchor: 'access', title: table.title, content: cards(columns, cells) }])
}

function introduction(service: Service): Markup {
  const { version, models, routes, actions, relations, description } = service
  const counts = [
    counted(models.length, 'model'),
    counted(relations.length, 'relation'),
    counted(routes.length, 'route'),
    ...(actions.length === 0 ? [] : [counted(actions.length, 'custom action')]),
  ]
  return markup`${paragraphs(description)}
    <p class="quiet">${version === null ? '' : `Version ${version} · `}${counts.join(' · ')}</p>`
}

function diagramSection(service: Service, models: readonly Model[]): Section {
  const legend = markup`<p class="quiet">
    PK: primary key. *: required. →: relation. Select a box to go to its model.
  </p>`
  return {
    anchor: 'diagram',
    title: 'Diagram',
    content:
      models.length === 0
        ? markup`<p class="quiet">No models.</p>`
        : markup`${diagramOf(service, models)}${legend}`,
  }
}

function modelPart(service: Service, model: Model): Section {
  const { id, description, key, fields, relations, groups = [], rowRules } = model
  const sorted = [...fields.filter(({ name }) => name === key), ...fields.filter(({ name }) => name !== key)]
  return {
    anchor: `model-${id}`,
    title: id,
    content: markup`${paragraphs(description)}
      <h4>Fields</h4>
      ${cards(
        [
          'Field',
          'Type',
          'Rules',
          'Default',
          'Visible to',
          'Writable on create by',
          'Writable on update by',
          'Processors',
          'Description',
        ],
        sorted.map((field) => fieldRow(service, model, field)),
      )}${titledCards(
        'Relations',
        [
          'Relation',
          'Target',
          'Kind',
          'Rules',
          'If the target is deleted',
          'Visible to',
          'Writable on create by',
          'Writable on update by',
        ],
        relations.map((end) => relationRow(service, model, end)),
      )}${titledCards(
        'Multi-column indexes',
        ['Fields', 'Unique'],
        groups.map(({ names, unique }) => [codes(names), unique ? 'yes' : 'no']),
      )}${
        rowRules === undefined
          ? ''
          : markup`<h4>Row rules</h4>
              ${cards(
                ['Callers', 'Permissions', 'Rows'],
                rowRules.map((rule) => [
                  markup`<code>${principalText(rule.principal)}</code>`,
                  rule.permissions.join(', '),
                  markup`<code>${rowsText(rule)}</code>`,
                ]),
              )}`
      }`,
  }
}

function titledCards(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Markup | string {
  return rows.length === 0
    ? ''
    : markup`<h4>${title}</h4>
              ${cards(columns, rows)}`
}

function fieldRow(service: Service, model: Model, field: Field): readonly Cell[] {
  const { name, type, stored, description, processors } = field
  const rules = [
    ...(name === model.key ? ['primary key'] : []),
    ...(stored ? [] : ['not stored']),
    ...rulesOf(field),
  ]
  const isHidden = isUnreadable(service, model, field)
  return [
    markup`<code>${name}</code>`,
    type,
    rules.join(', '),
    defaultText(field.default),
    isHidden ? 'nobody' : visibleTo(service, model, name),
    ...writerCells(model, name),
    codes(processors),
    (description ?? '').trim().replace(/\s+/g, ' '),
  ]
}

function relationRow(service: Service, model: Model, end: RelationEnd): readonly Cell[] {
  const { name, target, many, side } = end
  const relation = relationWith(service, end.relation)
  const isHolder = side === 'holder'
  return [
    markup`<code>${name}</code>`,
    markup`<a href="#model-${target}">${target}</a>`,
    many ? 'many' : 'one',
    isHolder && relation.required ? 'required' : '',
    isHolder ? effectOnHolders(relation) : effectOnOne(relation),
    visibleTo(service, model, name),
    ...writerCells(model, name),
  ]
}

function writerCells(model: Model, name: string): readonly string[] {
  const rule = writeRuleOf(model, name)
  if (rule === undefined) return ['', '']
  const { create, update } = writersOf(rule)
  return [create, update]
}

/** Returns a list of the callers that can see a field, or an empty string if there is no authentication. */
function visibleTo({ auth }: Service, { visibility }: Model, name: string): string {
  if (auth === null) return ''
  const callers = [
    ...(isSeenBy('public', visibility, name) ? ['anonymous callers'] : []),
    ...(isSeenBy('authenticated', visibility, name) ? ['users'] : []),
  ]
  if (callers.length === 2) return 'everyone'
  return [...callers, 'admins'].join(', ')
}

function basePathText({ basePath }: Service): Markup {
  return basePath === '' ? markup`` : markup`<p>Base path: <code>${basePath}</code></p>`
}

/** Returns the routes grouped by the first segment of their paths, in the same order as the models. */
function routeParts(service: Service, models: readonly Model[]): readonly Section[] {
  const own = [...service.routes, ...service.actions]
  const position = (route: Route | CustomAction): number => {
    const model = 'model' in route ? route.model : route.item?.model
    const index = models.findIndex(({ id }) => id === model)
    return index === -1 ? models.length : index
  }
  const roots = [
    ...new Set(
      own
        .toSorted((a, b) => a.path.split('/').length - b.path.split('/').length || position(a) - position(b))
        .map(firstSegment),
    ),
  ]
  const ofAuth = authRoutes(service)
  const columns = ['Route', 'Action', 'Permission', 'Access', 'Before', 'After', 'Function', 'Description']
  return [
    ...(ofAuth.length === 0
      ? []
      : [{ anchor: 'routes-auth', title: 'Authentication', content: cards(columns, ofAuth.map(authRow)) }]),
    ...roots.map((root, index) => ({
      anchor: `routes-${index}`,
      title: `/${root}`,
      content: cards(columns, own.filter((route) => firstSegment(route) === root).map(routeRow)),
    })),
  ]
}

function routeRow(route: Route | CustomAction): readonly Cell[] {
  const isAction = !('action' in route)
  return [
    routeName(route),
    isAction
      ? 'custom action'
      : `${route.action}${route.attribute === null ? ` ${route.model}` : ` ${route.model}.${route.attribute}`}`,
    permissionText(route),
    aclText(route.acl),
    isAction ? '' : codes(route.handlers.before),
    isAction ? '' : codes(route.handlers.after),
    isAction && route.method !== 'OPTIONS' ? codes([route.file]) : '',
    [...versionNotes(route), (route.description ?? route.displayName ?? '').trim().replace(/\s+/g, ' ')].join(
      ' ',
    ),
  ]
}

/** Returns where and until when an operation is served, if that is not as usual. */
function versionNotes(route: Route | CustomAction): readonly string[] {
  const lifecycle = lifecycleText(route)
  return [
    ...(route.prefix === undefined ? [] : [`Base path: ${route.prefix || '/'}.`]),
    ...(lifecycle === '' ? [] : [`Deprecated: ${lifecycle}.`]),
  ]
}

function authRow(route: AuthRoute): readonly Cell[] {
  const { action, access, before, after } = route
  return [routeName(route), action, '', access, codes(before), codes(after), '', '']
}

function routeName(route: { readonly method: string; readonly id: string }): Markup {
  return markup`<code class="route"><span class="verb">${route.method}</span> <span>${writtenPath(route)}</span></code>`
}

function schemeSections(service: Service): readonly Section[] {
  return schemeTables(service).map(({ title, columns, rows }, index) => ({
    anchor: `schemes-${index}`,
    title,
    content: cards(columns.map(capitalized), rows),
  }))
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function accessSections(service: Service): readonly Section[] {
  if (service.auth === null) return []
  const { callers, rows, authRows } = accessMatrix(service)
  const matrix = tableHtml(
    'matrix',
    ['Route', 'Permission', ...callers.map(callerText)],
    [
      ...authRows.map(({ route, verdicts }) => [routeName(route), '', ...verdicts.map(verdictHtml)]),
      ...rows.map(({ route, verdicts }) => [
        routeName(route),
        permissionText(route),
        ...verdicts.map(verdictHtml),
      ]),
    ],
  )
  const declared = service.acls.filter(({ loc }) => loc !== null)
  return [
    {
      anchor: 'access',
      title: 'Access',
      content: markup`<p>
          Who can call which route with <code>auth = true</code>. A name in braces is a function that decides; the result after “else” applies if no function matches.
        </p>
        ${matrix}`,
      parts: declared.map(aclPart),
    },
  ]
}

function aclPart({ id, description, collection, item }: Acl, index: number): Section {
  const row = (side: string, rules: readonly AclRule[] | null): readonly (readonly Cell[])[] =>
    (rules ?? []).map(({ effect, principal, permissions }) => [
      side,
      markup`<span class="${effect === 'allow' ? 'yes' : 'no'}">${effect}</span>`,
      markup`<code>${principalText(principal)}</code>`,
      permissions.join(', '),
    ])
  return {
    anchor: `acl-${index}`,
    title: id,
    content: markup`${paragraphs(description)}${cards(
      ['Applies to', 'Effect', 'Principal', 'Permissions'],
      [...row('item', item), ...row('collection', collection)],
    )}`,
  }
}

function functionSections(service: Service): readonly Section[] {
  const rows = functionRows(service).map(([name = '', kind = '', file = '', uses = '']) => [
    markup`<code>${name}</code>`,
    kind,
    codes([file]),
    uses,
  ])
  if (rows.length === 0) return []
  return [
    { anchor: 'functions', title: 'Functions', content: cards(['Name', 'Kind', 'File', 'Called by'], rows) },
  ]
}
