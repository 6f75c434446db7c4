import type { Service } from '../ir/index.js'

/** A call of a function that `templates/runtime/sql/sqlite/conversions.ts` registers. */
const CALL =
  /\bsvc_(?:date|datetime|time|integer|small_integer|big_integer|interval|float|decimal|items|digits)\(/

/**
 * Records in the IR whether the project needs the functions with which migrations convert values. It keeps them once it
 * has had them, because a database can revert a migration whose file has been amended.
 * @param texts the texts of all migrations
 */
export function withConversions(service: Service, former: Service | null, texts: readonly string[]): Service {
  const converts = former?.convertsValues === true || texts.some((text) => CALL.test(text))
  return converts ? { ...service, convertsValues: true } : service
}
