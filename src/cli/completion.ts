import type { Command, Option } from 'commander'
import { EXIT, type ExitCode } from './exit.js'
import type { Session } from './session.js'

const scripts: Readonly<Record<Shell, (program: Command) => string>> = { bash, zsh, fish }

/** `svcgen completion`: prints a script that completes commands, options and their values in a shell. */
export function completionCommand(shell: Shell, program: Command, session: Session): ExitCode {
  const script = scripts[shell](program)
  if (session.form === 'json') session.printJson({ shell, script })
  else session.printText(script)
  return EXIT.done
}

/** Returns the script for `source <(svcgen completion bash)`. */
function bash(program: Command): string {
  return `_svcgen() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words
  case "\${COMP_WORDS[1]} $previous" in
${eachCommand(program, (command) =>
  command.options.flatMap((option) =>
    option.argChoices === undefined
      ? []
      : [
          `    "${command.name()} ${option.long}") COMPREPLY=($(compgen -W "${option.argChoices.join(' ')}" -- "$word")); return ;;`,
        ],
  ),
)}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${program.commands.map((command) => command.name()).join(' ')}"
  elif [[ "$word" == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${eachCommand(program, (command) => [`      ${command.name()}) words="${longNames(command).join(' ')}" ;;`])}
    esac
  else
    case "\${COMP_WORDS[1]}" in
${eachCommand(program, (command) => {
  const choices = choicesOf(command)
  return choices === undefined ? [] : [`      ${command.name()}) words="${choices.join(' ')}" ;;`]
})}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _svcgen svcgen
`
}

/** Returns the script to save as `_svcgen` in a folder in `fpath`. */
function zsh(program: Command): string {
  return `#compdef svcgen
_svcgen() {
  local -a commands=(
${eachCommand(program, (command) => [`    ${quote(`${command.name()}:${command.description()}`)}`])}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${eachCommand(program, (command) => [
  `    ${command.name()}) _arguments ${quote(`*:argument:${zshValues(choicesOf(command))}`)} ${command.options.map(zshOption).join(' ')} ;;`,
])}
  esac
}
_svcgen "$@"
`
}

function zshOption(option: Option): string {
  const what = option.description.replace(/[[\]:]/g, ' ')
  if (option.isBoolean() || option.negate) return quote(`${option.long}[${what}]`)
  return quote(`${option.long}=[${what}]:value:${zshValues(option.argChoices)}`)
}

function zshValues(choices: readonly string[] | undefined): string {
  return choices === undefined ? '_files' : `(${choices.join(' ')})`
}

/** Returns the script to save as `svcgen.fish` in fish's `completions` folder. */
function fish(program: Command): string {
  return `${eachCommand(program, (command) => [
    `complete -c svcgen -n __fish_use_subcommand -f -a ${command.name()} -d ${quote(command.description())}`,
    ...fishArgument(command),
    ...command.options.map((option) => {
      const condition = fishCondition(command)
      const values = option.argChoices === undefined ? '' : ` -x -a ${quote(option.argChoices.join(' '))}`
      const short = option.short === undefined ? '' : ` -s ${option.short.slice(1)}`
      const long = (option.long ?? '').slice(2)
      return `complete -c svcgen -n ${condition} -l ${long}${short}${values} -d ${quote(option.description)}`
    }),
  ])}
`
}

function fishArgument(command: Command): readonly string[] {
  const choices = choicesOf(command)
  if (choices === undefined) return []
  return [`complete -c svcgen -n ${fishCondition(command)} -f -a ${quote(choices.join(' '))}`]
}

function fishCondition(command: Command): string {
  return quote(`__fish_seen_subcommand_from ${command.name()}`)
}

/** Returns the choices for a command's argument, or undefined if the argument is a file. */
function choicesOf(command: Command): readonly string[] | undefined {
  return command.registeredArguments.find(({ argChoices }) => argChoices !== undefined)?.argChoices
}

function eachCommand(program: Command, lines: (command: Command) => readonly string[]): string {
  return program.commands.flatMap(lines).join('\n')
}

function longNames(command: Command): readonly string[] {
  return command.options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long]))
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]
