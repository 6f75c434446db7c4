import { type SettingsReader, choice, integer, url } from '../settings/reader.js'

export interface AccountSettings {
  readonly accounts: {
    /** How long the tokens in mails are valid, in seconds. */
    readonly tokenLifetime: number
    /** How long the tokens in invitations are valid, in seconds. */
    readonly inviteLifetime: number
    /** Whether users are asked to verify their email address, and whether they must do so before they can log in. */
    readonly verify: 'off' | 'optional' | 'required'
    /** The page on which users set a new password; undefined for the default below `public_url`. */
    readonly resetUrl: string | undefined
    /** The page that verifies email addresses; undefined for the default below `public_url`. */
    readonly verifyUrl: string | undefined
  }
}

const MAX_LIFETIME = 30 * 24 * 3600

export function accountSettings(reader: SettingsReader): AccountSettings {
  return {
    accounts: {
      tokenLifetime: reader.read('accounts.token_lifetime', integer(60, MAX_LIFETIME), 3600),
      inviteLifetime: reader.read('accounts.invite_lifetime', integer(60, MAX_LIFETIME), 7 * 24 * 3600),
      verify: reader.read('accounts.verify', choice('off', 'optional', 'required'), 'off'),
      resetUrl: reader.read('accounts.reset_url', url('http', 'https'), undefined),
      verifyUrl: reader.read('accounts.verify_url', url('http', 'https'), undefined),
    },
  }
}
