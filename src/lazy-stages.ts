import type { Stages } from './stages.js'

/** The parts of the tool, each loaded when it is first needed: a run that has nothing to render never loads the emitter. */
export const stages: Stages = {
  understand: () => Promise.reject(new Error('the reader is not there')),
  async emit({ service, secrets }, previous) {
    const { emit } = await import('./emit/index.js')
    return emit(service, { secrets, previous })
  },
  async databaseSteps(before, after) {
    const { describeStep, diffServices } = await import('./migrate/index.js')
    return diffServices(before, after).map((step) => ({
      step: describeStep(step),
      destructive: step.destructive !== null,
      fate: step.destructive,
    }))
  },
}
