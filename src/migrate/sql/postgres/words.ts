import { foldedSql } from '../../../../templates/runtime/sql/postgres/folded-sql.js'
import type { TableMatch, Table, WordsFunction } from '../../shape/shape.js'

const TEXTS: Readonly<Record<WordsFunction, string>> = {
  svc_folded_words: foldedSql('value'),
  svc_words: 'lower(value COLLATE "und-x-icu")',
}

/**
 * Returns the function that splits text into words, as defined by PostgreSQL's regular expressions. Long words are
 * truncated to fit in an index. The function is written in PL/pgSQL rather than SQL, so that the planner knows its cost
 * and uses the index.
 */
function create(name: WordsFunction): string {
  return `CREATE OR REPLACE FUNCTION ${name}(value TEXT) RETURNS TEXT[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN array_remove(regexp_split_to_array(
    regexp_replace(
      ${TEXTS[name]}, '(\\w{100})\\w+', '\\1', 'g'), '\\W+'), '');
END $$;`
}

/** Returns the statements that the first full-text index requires. */
export function createPostgresWords(matches: readonly TableMatch[]): string[] {
  return functionsOf(matches, 'after')
    .filter(notIn(functionsOf(matches, 'before')))
    .map(create)
}

/** Returns the statements to run after the last full-text index has been dropped. */
export function dropPostgresWords(matches: readonly TableMatch[]): string[] {
  const unused = functionsOf(matches, 'before').filter(notIn(functionsOf(matches, 'after')))
  return unused.map((name) => `DROP FUNCTION ${name}(TEXT);`)
}

function notIn(names: readonly WordsFunction[]): (name: WordsFunction) => boolean {
  return (name) => !names.includes(name)
}

function functionsOf(matches: readonly TableMatch[], when: 'before' | 'after'): WordsFunction[] {
  const columns = matches.flatMap((match): Table['columns'] => match[when]?.columns ?? [])
  return [...new Set(columns.flatMap(({ words }) => words ?? []))]
}
