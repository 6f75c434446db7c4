import type { Code } from './diagnostics/catalogue/index.js'
import { diskMemory, memoryFolder } from './memory/disk-memory.js'
import type { SourceFile } from './source/span.js'
import type { Stages } from './stages.js'
import type { Helper } from './threads/helper.js'

/** What an API may lack only since not all of it could be read. */
const CONSEQUENCES: readonly Code[] = ['SVC4001']

/** What comes of less is made sooner than a thread starts. */
function isLarge(texts: readonly SourceFile[]): boolean {
  return texts.reduce((sum, { text }) => sum + text.length, 0) >= 200_000
}

/**
 * The parts of the tool, each loaded when it is first needed: a run that has nothing to render never loads the emitter.
 * @param helper null where all is to be done on one thread
 */
export const stagesWith = (helper: Helper | null): Stages => ({
  memory: diskMemory(memoryFolder(process.env)),
  async understand({ api, includeRoot, engine, collector, isFirst = false }) {
    const [{ readApi }, { analyse }] = await Promise.all([
      import('./raml/index.js'),
      import('./analyse/index.js'),
    ])
    const read = readApi(api, { includeRoot, collector })
    if (isFirst && !collector.hasErrors && isLarge(read.texts)) helper?.start()
    if (collector.hasErrors) collector.mute(CONSEQUENCES)
    const understood = read.api === null ? null : analyse(read.api, { engine, collector })
    return { understood, files: read.files, texts: read.texts }
  },
  async understandEdits(edits, before, origins) {
    const { editedModel } = await import('./analyse/edited-model.js')
    const models = edits.map((edit) => editedModel(edit, before, origins))
    if (models.includes(null)) return null
    const byId = new Map(models.flatMap((model) => (model === null ? [] : [[model.id, model]])))
    return { ...before, models: before.models.map((model) => byId.get(model.id) ?? model) }
  },
  async emit({ service, secrets }, previous, reuse) {
    const { emit } = await import('./emit/index.js')
    return emit(service, { secrets, previous, reuse, helper })
  },
  async databaseSteps(before, after) {
    const { describeStep, diffServices, shapesOf } = await import('./migrate/index.js')
    const shapes = shapesOf(before, after)
    return diffServices(shapes.before, shapes.after).map((step) => ({
      step: describeStep(step),
      destructive: step.destructive !== null,
      fate: step.destructive,
    }))
  },
})

/** On one thread. */
export const stages = stagesWith(null)
