import { callerText } from '../../access/caller.js'
import { accessMatrix } from '../../access/matrix.js'
import { permissionText, requiredPermissions } from '../../access/required.js'
import { verdictText } from '../../access/verdict.js'
import { ruledModels, rowsText } from '../../access/row-rules.js'
import { acceptedText, schemeRows } from '../../access/schemes.js'
import { principalText, ruledFields } from '../../access/write-rules.js'
import type { Service } from '../../ir/index.js'
import { externalSchemes } from '../../ir/lookup.js'
import { listed } from '../../naming/phrases.js'
import { viewAction } from '../../access/view-operation.js'
import { markdownLine } from '../literal.js'
import { containedModels, openModels } from '../../access/contained-models.js'

/** Returns the view for `ACCESS.md`: the matrix principal × route × permission. */
export function accessView(service: Service): object {
  const { callers, rows, authRows } = accessMatrix(service)
  const verdicts = rows.flatMap((row) => row.verdicts)
  const hasSchemes = externalSchemes(service).length > 0
  const scheme = (text: string): readonly string[] => (hasSchemes ? [text] : [])
  return {
    schemes: hasSchemes ? schemeTable(service) : [],
    combined: rows.some(({ route }) => route.requires !== undefined),
    empty: rows.length + authRows.length === 0,
    contained: listed(openModels(service)),
    guarded: containedModels(service).flatMap((model) => {
      const action = viewAction(service, model)
      return action === undefined ? [] : [{ model, route: code(markdownLine(action.id)) }]
    }),
    fields: fieldTable(service),
    rows: rowTable(service),
    callables: verdicts.some(({ kind }) => kind === 'depends'),
    several: verdicts.some((verdict) => verdict.kind === 'depends' && verdict.all !== undefined),
    nested: rows.some(({ route }) => requiredPermissions(service, route).some(({ on }) => on !== null)),
    table: tableOf([
      ['Route', ...scheme('Schemes'), 'Permission', ...callers.map((caller) => code(callerText(caller)))],
      ...rows.map(({ route, verdicts: cells }) => [
        code(route.id),
        ...scheme(markdownLine(acceptedText(service, route)).replaceAll('|', '\\|')),
        permissionText(route),
        ...cells.map((verdict) =>
          verdict.kind === 'depends' ? code(verdictText(verdict)) : verdictText(verdict),
        ),
      ]),
      ...authRows.map(({ route, verdicts: cells }) => [
        code(route.id),
        ...scheme(''),
        '',
        ...cells.map(verdictText),
      ]),
    ]),
  }
}

function schemeTable(service: Service): readonly string[] {
  return tableOf([
    ['Scheme', 'Type', 'Credentials', 'Checked by'],
    ...schemeRows(service).map(({ name, type, credentials, file, issuer }) => [
      code(name),
      code(type),
      credentials,
      file === null
        ? 'the service'
        : issuer === null
          ? code(file)
          : `the provider in ${code(issuer)}; if not set, ${code(file)}`,
    ]),
  ])
}

function fieldTable({ models }: Service): readonly string[] {
  const rules = ruledFields(models)
  if (rules.length === 0) return []
  return tableOf([
    ['Field', 'Writable on create by', 'Writable on update by'],
    ...rules.map(({ field, create, update }) => [code(field), code(create), code(update)]),
  ])
}

function rowTable(service: Service): readonly string[] {
  const ruled = ruledModels(service)
  if (ruled.length === 0) return []
  return tableOf([
    ['Model', 'Callers', 'Permissions', 'Rows'],
    ...ruled.flatMap(({ id, rules }) =>
      rules.map((rule) => [
        code(id),
        code(principalText(rule.principal)),
        rule.permissions.join(', '),
        code(rowsText(rule)),
      ]),
    ),
  ])
}

/** Returns text as code in a table cell. Backticks and bars, which would end the code or the cell, are replaced. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``
}

/** Returns the lines of a table, whose columns are aligned when the file is formatted. */
function tableOf([head = [], ...body]: readonly (readonly string[])[]): readonly string[] {
  // Names can contain line breaks, which would end the row.
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll(BREAKS, ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...body.map(line)]
}

const BREAKS = /[\s\p{Cc}]+/gu
