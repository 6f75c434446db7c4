import type { TableMatch } from '../shape/match.js'
import type { Table } from '../shape/shape.js'

/**
 * The words of a text in small letters, as PostgreSQL's regular expressions see them; long ones are cut, as an index does not take them. It is no
 * function in plain SQL, so that the planner knows what a call costs and goes by the index.
 */
const CREATE = `CREATE OR REPLACE FUNCTION svc_words(value TEXT) RETURNS TEXT[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN array_remove(regexp_split_to_array(
    regexp_replace(lower(value COLLATE "und-x-icu"), '(\\w{100})\\w+', '\\1', 'g'), '\\W+'), '');
END $$;`

const DROP = 'DROP FUNCTION svc_words(TEXT);'

/** What the first full-text index needs, before it is made. */
export function createPostgresWords(matches: readonly TableMatch[]): string[] {
  return !matches.some(({ before }) => hasWords(before)) && matches.some(({ after }) => hasWords(after))
    ? [CREATE]
    : []
}

/** What goes after the last one. */
export function dropPostgresWords(matches: readonly TableMatch[]): string[] {
  return matches.some(({ before }) => hasWords(before)) && !matches.some(({ after }) => hasWords(after))
    ? [DROP]
    : []
}

function hasWords(table: Table | null): boolean {
  return table?.columns.some((column) => column.words) === true
}
