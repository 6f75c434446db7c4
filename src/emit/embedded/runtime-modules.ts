import { posix } from 'node:path'
import { type Argument, parseSync, type StringLiteral, Visitor } from 'oxc-parser'
import type { RuntimeModule } from 'virtual:runtime'

/**
 * Returns what svcgen needs to know about a file of the runtime.
 * @param path the path below `templates/runtime/`
 * @throws Error if the text is not TypeScript
 */
export function runtimeModule(path: string, text: string): RuntimeModule {
  const { program, module, errors } = parseSync(path, text)
  const [error] = errors
  if (error !== undefined) throw new Error(`${path}: ${error.message}`)
  const found = new Set(module.staticImports.map(({ moduleRequest }) => moduleRequest.value))
  const settings: string[] = []
  const exported = module.staticExports.flatMap(({ entries }) => entries)
  for (const { moduleRequest } of exported) if (moduleRequest !== null) found.add(moduleRequest.value)
  new Visitor({
    ImportExpression: ({ source }) => void (isText(source) && found.add(source.value)),
    TSImportType: ({ source }) => void found.add(source.value),
    // What a file adds to another one belongs to that file.
    TSModuleDeclaration: ({ id }) => void (id.type === 'Literal' && found.add(id.value)),
    CallExpression: ({ callee, arguments: [name] }) => {
      const called = callee.type === 'MemberExpression' ? callee.property : callee
      if (called.type === 'Identifier' && called.name === 'read' && isText(name)) settings.push(name.value)
    },
  }).visit(program)
  return {
    text,
    exports: [
      ...new Set(
        exported.flatMap(({ exportName: { name }, isType }) =>
          name === null ? [] : [isType ? `type ${name}` : name],
        ),
      ),
    ],
    imports: [...found]
      .filter((name) => name.startsWith('.'))
      .map((name) => posix.join(posix.dirname(path), name).replace(/\.js$/, '.ts')),
    settings,
  }
}

function isText(node: Argument | undefined): node is StringLiteral {
  return node?.type === 'Literal' && typeof node.value === 'string'
}
