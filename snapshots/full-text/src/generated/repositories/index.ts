import type { EventModels } from '../events.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'
import { articleRepository, type ArticleRepository } from './article.js'
import { authorRepository, type AuthorRepository } from './author.js'
import { draftRepository, type DraftRepository } from './draft.js'
import { pageRepository, type PageRepository } from './page.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly article: ArticleRepository
  readonly author: AuthorRepository
  readonly draft: DraftRepository
  readonly page: PageRepository
  /** Runs SQL statements in the same transaction: ``await models.$sql`select … where id = ${id}` ``. */
  readonly $sql: Sql<EventModels>
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get article() {
      return articleRepository(session)
    },
    get author() {
      return authorRepository(session)
    },
    get draft() {
      return draftRepository(session)
    },
    get page() {
      return pageRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
  }
}
