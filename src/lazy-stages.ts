import type { Stages } from './stages.js'

/** The parts of the tool, each loaded when it is first needed: a run that has nothing to render never loads the emitter. */
export const lazyStages: Stages = {
  understand: () => Promise.reject(new Error('the reader is not there')),
  emit: () => Promise.reject(new Error('the emitter is not there')),
  databaseSteps: () => Promise.reject(new Error('the migrations are not there')),
}
