import { type ItemChange, TYPES_OF_JSON, valueConversion } from '../../steps/conversion.js'
import { quoted } from '../names.js'
import { postgresType } from './postgres.js'
import type { Column } from '../../shape/shape.js'

const ITEM = 'svc_item.value'
const TEXT = `(${ITEM} #>> '{}')`

/** Returns the statement that converts list items. ALTER COLUMN TYPE does not allow the subqueries that this takes. */
export function convertItems(table: string, column: string, change: ItemChange): string {
  const [target, name] = [quoted(table), quoted(column)]
  return `UPDATE ${target} SET ${name} = (
  SELECT coalesce(jsonb_agg(svc_new.value ORDER BY svc_new.place) FILTER (WHERE svc_new.value IS NOT NULL), '[]')
  FROM (
    SELECT ${itemSql(change)} AS value, svc_item.place AS place
    FROM jsonb_array_elements(${name}) WITH ORDINALITY AS svc_item(value, place)
  ) AS svc_new
) WHERE jsonb_typeof(${name}) = 'array';`
}

function itemSql({ from, to }: ItemChange): string {
  if (to.type === 'pickle') return responseSql(from)
  if (from.type !== 'pickle') return betweenSql(from, to)
  const forms = Object.entries(TYPES_OF_JSON).map(
    ([form, type]) => `WHEN '${form}' THEN ${betweenSql({ ...to, type }, to)}`,
  )
  return `CASE jsonb_typeof(${ITEM}) ${forms.join(' ')} END`
}

function betweenSql(from: Column, to: Column): string {
  const value = from.type === 'dict' ? ITEM : `${TEXT}::${postgresType(from)}`
  return storedSql(`(${valueConversion(from, to).postgres(`(${value})`, to)})::${postgresType(to)}`, to)
}

/** Returns the SQL for a value in a list. Values that a JSON number cannot represent are text. */
function storedSql(value: string, { type }: Column): string {
  switch (type) {
    case 'decimal':
      return `to_jsonb(trim_scale(${value})::text)`
    case 'big_integer':
      return `to_jsonb((${value})::text)`
    case 'datetime':
      return `to_jsonb(to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
    default:
      return `to_jsonb(${value})`
  }
}

/** Returns the SQL for an item in a response, which is a number if a double can represent it. */
function responseSql({ type }: Column): string {
  const asResponse = (isExact: string): string =>
    `CASE WHEN ${isExact} THEN to_jsonb(${TEXT}::numeric) ELSE ${ITEM} END`
  switch (type) {
    case 'decimal':
      return asResponse(`length(trim(BOTH '0' FROM translate(${TEXT}, '-.', ''))) <= 15`)
    case 'big_integer':
      return asResponse(`abs(${TEXT}::numeric) <= 9007199254740991`)
    default:
      return ITEM
  }
}
