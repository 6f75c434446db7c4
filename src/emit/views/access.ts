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
import { codeCell, markdownLine } from '../literal.js'
import { containedModels, openModels } from '../../access/contained-models.js'

/** Returns the view for `ACCESS.md`: the matrix principal × route × permission. */
export function accessView(service: Service): object {
  const { callers, rows, authRows } = accessMatrix(service)
  const verdicts = rows.flatMap((row) => row.verdicts)
  return {
    schemes: externalSchemes(service).length > 0 ? schemeRows(service) : [],
    combined: rows.some(({ route }) => route.requires !== undefined),
    empty: rows.length + authRows.length === 0,
    open: service.auth === null,
    contained: listed(openModels(service)),
    guarded: containedModels(service).flatMap((model) => {
      const action = viewAction(service, model)
      return action === undefined ? [] : [{ model, route: markdownLine(action.id) }]
    }),
    fields: ruledFields(service.models),
    rows: ruledModels(service).flatMap(({ id, rules }) =>
      rules.map((rule) => ({
        id,
        principal: principalText(rule.principal),
        permissions: rule.permissions.join(', '),
        rows: rowsText(rule),
      })),
    ),
    callables: verdicts.some(({ kind }) => kind === 'depends'),
    several: verdicts.some((verdict) => verdict.kind === 'depends' && verdict.all !== undefined),
    nested: rows.some(({ route }) => requiredPermissions(service, route).some(({ on }) => on !== null)),
    callers: callers.map(callerText),
    table: [
      ...rows.map(({ route, verdicts: cells }) => ({
        id: route.id,
        accepted: markdownLine(acceptedText(service, route)).replaceAll('|', '\\|'),
        permission: permissionText(route),
        cells: cells.map((verdict) => {
          const text = verdictText(verdict)
          return verdict.kind === 'depends' ? codeCell(text) : text
        }),
      })),
      ...authRows.map(({ route, verdicts: cells }) => ({
        id: route.id,
        accepted: '',
        permission: '',
        cells: cells.map(verdictText),
      })),
    ],
  }
}
