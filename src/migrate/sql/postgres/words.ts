import type { TableMatch } from '../../shape/match.js'
import type { Table } from '../../shape/shape.js'

/**
 * The function that splits text into lowercase words, as defined by PostgreSQL's regular expressions. Long words are
 * truncated to fit in an index. The function is written in PL/pgSQL rather than SQL, so that the planner knows its cost
 * and uses the index.
 */
const CREATE = `CREATE OR REPLACE FUNCTION svc_words(value TEXT) RETURNS TEXT[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN array_remove(regexp_split_to_array(
    regexp_replace(lower(value COLLATE "und-x-icu"), '(\\w{100})\\w+', '\\1', 'g'), '\\W+'), '');
END $$;`

const DROP = 'DROP FUNCTION svc_words(TEXT);'

/** Returns the statements that the first full-text index requires. */
export function createPostgresWords(matches: readonly TableMatch[]): string[] {
  return !matches.some(({ before }) => hasWords(before)) && matches.some(({ after }) => hasWords(after))
    ? [CREATE]
    : []
}

/** Returns the statements to run after the last full-text index has been dropped. */
export function dropPostgresWords(matches: readonly TableMatch[]): string[] {
  return matches.some(({ before }) => hasWords(before)) && !matches.some(({ after }) => hasWords(after))
    ? [DROP]
    : []
}

function hasWords(table: Table | null): boolean {
  return table?.columns.some((column) => column.words) === true
}
