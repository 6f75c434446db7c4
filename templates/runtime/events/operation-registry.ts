import { HttpError, type HttpErrorOptions } from '../errors.js'
import { didYouMean } from '../values/scalars.js'
import { type AnyFunction, type Registered, Registry } from './registry.js'

/** 501: a custom action is not implemented. */
export class NotImplemented extends HttpError {
  override readonly name = 'NotImplemented'
  constructor(detail = 'This operation is not implemented.', options?: HttpErrorOptions) {
    super(501, detail, options)
  }
}

/** Options of a custom action's function. */
export interface ActionOptions {
  /** Maximum size of a request body in bytes, instead of the setting `body_limit`. */
  readonly bodyLimit?: number
  /** Maximum duration of a call in seconds, instead of the setting `handler_timeout`. */
  readonly timeout?: number
  /** Whether the function receives the bytes of the body as `rawBody`, with which it can check a signature. */
  readonly rawBody?: boolean
  /**
   * Whether the function of a request that writes runs in one transaction, which is the default. Without it, each write
   * through `models` is stored at once.
   */
  readonly transaction?: boolean
}

/** The function of an action that receives the bytes of the body. */
type WithRawBody<F extends AnyFunction> = (
  context: Parameters<F>[0] & { readonly rawBody: Buffer },
) => ReturnType<F>

/** Prepended to the names of actions and schemes, because a handler can have the same name. */
const ACTION = 'action '
const SCHEME = 'scheme '

/**
 * Your functions, with those of custom actions and security schemes. While it is paused, these throw {@link
 * NotImplemented}.
 */
export class OperationRegistry<
  Functions extends Readonly<Record<keyof Functions, AnyFunction>>,
  Actions extends Readonly<Record<keyof Actions, AnyFunction>> = Readonly<Record<never, AnyFunction>>,
  Schemes extends Readonly<Record<keyof Schemes, AnyFunction>> = Readonly<Record<never, AnyFunction>>,
> extends Registry<Functions> {
  readonly #operations = new Map<string, Registered & ActionOptions>()

  /**
   * Registers the function for a custom action. Call this once for each action, in the file named after it.
   * @throws TypeError for invalid options
   */
  action<Name extends keyof Actions & string>(name: Name, run: NoInfer<Actions[Name]>): void
  action<Name extends keyof Actions & string>(
    name: Name,
    options: ActionOptions & { readonly rawBody: true },
    run: NoInfer<WithRawBody<Actions[Name]>>,
  ): void
  action<Name extends keyof Actions & string>(
    name: Name,
    options: ActionOptions,
    run: NoInfer<Actions[Name]>,
  ): void
  action(name: string, ...given: readonly unknown[]): void {
    const options = given.length > 1 ? checkedOptions(name, given[0]) : {}
    this.#add(ACTION, { ...options, name, run: given.at(-1) })
  }

  /**
   * Registers the function that checks the credentials of a security scheme. Call this once for each scheme, in the file
   * named after it.
   */
  scheme<Name extends keyof Schemes & string>(name: Name, run: NoInfer<Schemes[Name]>): void {
    this.#add(SCHEME, { name, run })
  }

  /** Returns the options of the function for the action with this name. */
  optionsOf(action: string): ActionOptions {
    return this.#operations.get(ACTION + action) ?? {}
  }

  #add(prefix: string, operation: Registered & ActionOptions): void {
    const key = prefix + operation.name
    if (this.#operations.has(key)) this.twice.add(key)
    this.#operations.set(key, operation)
  }

  protected override registered(): readonly (readonly [key: string, registered: Registered])[] {
    return [...super.registered(), ...this.#operations]
  }

  protected override spelling(key: string): { readonly name: string; readonly method: string } {
    const prefix = [ACTION, SCHEME].find((each) => key.startsWith(each))
    return prefix === undefined
      ? super.spelling(key)
      : { name: key.slice(prefix.length), method: prefix.trim() }
  }

  protected override unknown(key: string, missing: readonly string[]): string {
    const { name, method } = this.spelling(key)
    switch (method) {
      case 'action':
        return `the action "${name}" is registered, but the API has no such operation`
      case 'scheme':
        return `the scheme "${name}" is registered, but no operation uses such a scheme`
      default:
        return super.unknown(key, missing)
    }
  }

  protected override replacement(kind: string): AnyFunction | undefined {
    return kind === 'action' || kind === 'scheme' ? notImplemented : super.replacement(kind)
  }
}

function notImplemented(): never {
  throw new NotImplemented()
}

/** @throws TypeError for invalid options of an action */
function checkedOptions(action: string, options: unknown): ActionOptions {
  const { bodyLimit, timeout, rawBody, transaction, ...others }: Record<string, unknown> = {
    ...Object(options),
  }
  const fail = (message: string): never => {
    throw new TypeError(`registry.action('${action}', …): ${message}`)
  }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return fail(`unknown option "${unknown}"${didYouMean(unknown, OPTIONS)}`)
  if (
    bodyLimit !== undefined &&
    !(typeof bodyLimit === 'number' && Number.isInteger(bodyLimit) && bodyLimit > 0)
  )
    return fail('bodyLimit must be a positive integer, in bytes')
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0 && timeout <= MAX_TIMEOUT))
    return fail(`timeout must be a number from 0 to ${MAX_TIMEOUT}, in seconds`)
  if (rawBody !== undefined && typeof rawBody !== 'boolean') return fail('rawBody must be true or false')
  if (transaction !== undefined && typeof transaction !== 'boolean')
    return fail('transaction must be true or false')
  return {
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(timeout !== undefined && { timeout }),
    ...(rawBody !== undefined && { rawBody }),
    ...(transaction !== undefined && { transaction }),
  }
}

const OPTIONS: readonly (keyof ActionOptions)[] = ['bodyLimit', 'timeout', 'rawBody', 'transaction']

/** Maximum timeout of an action: a day. */
const MAX_TIMEOUT = 86_400
