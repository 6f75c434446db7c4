import type { Collector } from '../diagnostics/collector.js'
import type { Budget } from './budget.js'
import type { Limits } from './limits.js'
import type { Node } from './node.js'
import type { Span } from './span.js'

/** What the reader of a YAML file needs of the other files. */
export interface Includes {
  readonly collector: Collector
  readonly budget: Budget
  readonly limits: Limits
  /**
   * Reads the file that an `!include` refers to. YAML and RAML files are parsed; the contents of any other
   * file are a string.
   * @param written the path as written
   * @param at the span of the path
   * @param isProse whether the file is documentation; missing documentation does not affect the service
   * @returns null after reporting
   */
  include(written: string, at: Span, isProse: boolean): Node | null
}
