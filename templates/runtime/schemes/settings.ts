import { BOOLEAN, type SettingsReader, TEXT, url } from '../settings/reader.js'

/** The identity provider whose tokens a scheme accepts. */
export interface ProviderSettings {
  /** The provider's URL, exactly as in the `iss` claim of its tokens. */
  readonly issuer: string
  /** The value that the `aud` claim of tokens must contain. */
  readonly audience: string
  /** The claim that identifies the user. */
  readonly userClaim: string
  /** Whether the first request of an unknown user creates the user. */
  readonly register: boolean
  /** The claim that contains the user's groups; undefined for the groups of the stored user. */
  readonly groupsClaim: string | undefined
  /** Whether email addresses identify users although the provider does not say that it has verified them. */
  readonly trustEmail: boolean
  /** Whether tokens can be those of users who can log in with a local password, and of the system user. */
  readonly localUsers: boolean
}

/** The settings of security schemes. */
export interface SchemeSettings {
  /** The identity providers, keyed by the name of the scheme. A scheme without an issuer calls its function instead. */
  readonly providers: ReadonlyMap<string, ProviderSettings>
}

/**
 * Reads the settings of OAuth 2.0 schemes.
 * @param schemes the first part of each scheme's settings, keyed by the name of the scheme
 */
export function readSchemeSettings(
  reader: SettingsReader,
  schemes: Readonly<Record<string, string>>,
): SchemeSettings {
  const providers = new Map<string, ProviderSettings>()
  for (const [name, prefix] of Object.entries(schemes)) {
    const provider = readProvider(reader, prefix)
    if (provider !== undefined) providers.set(name, provider)
  }
  return { providers }
}

function readProvider(reader: SettingsReader, prefix: string): ProviderSettings | undefined {
  const issuer = reader.read(`${prefix}.issuer`, url('https', 'http'), undefined)
  const audience = reader.read(`${prefix}.audience`, TEXT, undefined)
  const userClaim = reader.read(`${prefix}.user_claim`, TEXT, 'sub')
  const register = reader.read(`${prefix}.register`, BOOLEAN, false)
  const groupsClaim = reader.read(`${prefix}.groups_claim`, TEXT, undefined)
  const trustEmail = reader.read(`${prefix}.trust_email`, BOOLEAN, false)
  const localUsers = reader.read(`${prefix}.local_users`, BOOLEAN, false)
  if (issuer === undefined) return undefined
  if (audience === undefined) {
    reader.addError(
      `${prefix}.audience`,
      `is required if ${prefix}.issuer is set, because the provider also issues tokens for other services`,
    )
    return undefined
  }
  return { issuer, audience, userClaim, register, groupsClaim, trustEmail, localUsers }
}
