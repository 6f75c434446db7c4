import type { MapNode, Node } from '../../source/node.js'
import type { Context } from '../context.js'
import { type Field, fieldsOf, shapeOf } from '../fields.js'
import { hasNoValue, isUnknown, listAt, textAt, reportWrongKind } from '../values.js'

const SECTION = shapeOf('a documentation section', ['title', 'content'])

/** Reads `documentation`, a list of sections with titles and content (RAML 0.8, "User Documentation"). */
export function readDocumentation(
  node: Node | undefined,
  context: Context,
): readonly { readonly title: string; readonly content: string }[] {
  const list = listAt(node, 'documentation', context)
  return (list?.items ?? []).flatMap((item) => {
    if (isUnknown(item, context)) return []
    if (item.kind !== 'map') {
      reportWrongKind(item, 'Sections in "documentation" must be maps', context)
      return []
    }
    const { title, content } = fieldsOf(item, SECTION, context)
    return [
      {
        title: sectionText(title, 'title', item, context),
        content: sectionText(content, 'content', item, context),
      },
    ]
  })
}

function sectionText(field: Field | undefined, name: string, section: MapNode, context: Context): string {
  const isGiven = field !== undefined && (isUnknown(field.value, context) || !hasNoValue(field.value))
  if (!isGiven) {
    reportWrongKind(field?.value ?? section, `A section in "documentation" must have a "${name}"`, context)
  }
  return textAt(field?.value, name, context) ?? ''
}
