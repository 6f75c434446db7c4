import type { Credential, CustomAction, ExternalScheme, Route, Service } from '../ir/index.js'
import { scopesOf } from '../ir/lookup.js'
import { listed } from '../naming/phrases.js'
import { acceptedCredentials } from './caller.js'

/**
 * Returns all authentication schemes: first those whose credentials the service issues, which have no `file` with a
 * function that checks them. `issuer` is the setting that names an identity provider.
 */
export function schemeRows({ auth }: Service) {
  const { ticket = null, apiKey = null, schemes = [] } = auth ?? {}
  const issued = (name: string, type: string, credentials: string) => [
    { name, type, credentials, file: null, issuer: null },
  ]
  return [
    ...(ticket === null ? [] : issued(ticket.name, 'x-Ticket', `the cookie \`${ticket.cookieName}\``)),
    ...(apiKey === null ? [] : issued(apiKey.name, 'x-ApiKey', '`Authorization: ApiKey <username>:<token>`')),
    ...schemes.map((scheme) => ({
      name: scheme.name,
      type: scheme.type,
      credentials: credentialsText(scheme),
      file: scheme.file,
      issuer: scheme.kind === 'bearer' ? `${scheme.setting}.issuer` : null,
    })),
  ]
}

/** Returns what requests send to authenticate with a scheme, as Markdown. */
export function credentialsText({ kind, inputs }: Pick<ExternalScheme, 'kind' | 'inputs'>): string {
  switch (kind) {
    case 'bearer':
      return '`Authorization: Bearer <token>`'
    case 'basic':
      return '`Authorization: Basic <username:password in base64>`'
    case 'digest':
      return '`Authorization: Digest …`'
    case 'custom':
      return inputs.length === 0
        ? 'the `Authorization` header'
        : listed(
            inputs.map((input) => `the ${INPUTS[input.in]} \`${input.name.replaceAll(/[\s`|]/g, '_')}\``),
          )
  }
}

const INPUTS: Readonly<Record<ExternalScheme['inputs'][number]['in'], string>> = {
  header: 'header',
  query: 'query parameter',
  cookie: 'cookie',
}

/**
 * Returns the schemes that a route accepts, with the scopes that it requires: `ticket, oauth (admin)`, or `ticket + csrf` if it
 * requires both. Returns an empty string if the route accepts none.
 */
export function acceptedText(
  service: Service,
  route: Pick<Route | CustomAction, 'accepts' | 'authenticated' | 'scopes' | 'requires'>,
): string {
  const texts = acceptedAlternatives(service, route).map((names) =>
    names
      .map((name) => {
        const required = scopesOf(route, name)
        return required.length === 0 ? name : `${name} (${required.join(', ')})`
      })
      .join(' + '),
  )
  const isOptional = texts.length > 0 && !route.authenticated
  return [...texts, ...(isOptional ? ['none'] : [])].join(', ')
}

/** Returns the alternatives of the credentials that a route accepts, each with the names of the schemes that it combines. */
export function acceptedAlternatives(
  service: Service,
  { accepts, requires }: Pick<Route | CustomAction, 'accepts' | 'requires'>,
): readonly (readonly string[])[] {
  const alternatives = requires ?? acceptedCredentials(service, accepts).map((credential) => [credential])
  return alternatives.map((all) => all.map((credential) => schemeName(service, credential)))
}

/** Returns the name in the RAML file of the scheme for a kind of credentials. */
export function schemeName({ auth }: Service, credential: Credential): string {
  if (credential === 'ticket') return auth?.ticket?.name ?? credential
  if (credential === 'api_key') return auth?.apiKey?.name ?? credential
  return credential.slice('scheme:'.length)
}
