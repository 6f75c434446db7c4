import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose'

/** The audience of the tokens that {@link IdentityProvider.token} signs by default. */
export const AUDIENCE = 'notes'

interface SigningKey {
  readonly kid: string
  readonly algorithm: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

/** How the provider behaves: `slow` accepts requests but does not respond, and `huge` sends a key set of 10 MB. */
type Behavior = 'normal' | 'slow' | 'failing' | 'huge' | 'other issuer' | 'redirecting'

/** An identity provider for tests, with a discovery document and a key set. */
export class IdentityProvider {
  behavior: Behavior = 'normal'
  /** Number of requests for the discovery document. */
  requests = 0
  readonly #server: Server
  #port = 0
  #keys: SigningKey[] = []

  constructor() {
    this.#server = createServer((request, response) => void this.#respond(request, response))
  }

  async #respond({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isDiscovery = url === '/.well-known/openid-configuration'
    if (isDiscovery) this.requests += 1
    if (this.behavior === 'slow') return
    if (this.behavior === 'failing') response.writeHead(500)
    if (this.behavior === 'redirecting') response.writeHead(302, { location: '/elsewhere' })
    const issuer = this.behavior === 'other issuer' ? 'https://other.example.com' : this.issuer
    const body = isDiscovery ? { issuer, jwks_uri: `${this.issuer}/keys` } : await this.#keySet()
    response.end(JSON.stringify(body))
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Starts to listen, on the same port as before if there is one. */
  async open(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (typeof address === 'object' && address !== null) this.#port = address.port
    if (this.#keys.length === 0) await this.rotate()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    if (!this.#server.listening) return
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Replaces the keys with a new one. */
  async rotate(algorithm = 'RS256'): Promise<void> {
    this.#keys = []
    await this.addKey(algorithm)
  }

  async addKey(algorithm: string): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
    this.#keys.push({ kid: `${algorithm}-${Math.random()}`, algorithm, privateKey, publicKey })
  }

  /** Returns the newest public key as PEM. */
  publicKey(): Promise<string> {
    return exportSPKI(this.#newest().publicKey)
  }

  /** The ID of the newest key. */
  get kid(): string {
    return this.#newest().kid
  }

  /** Signs a token with the newest key. Claims that are undefined are omitted. */
  token(claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { kid, algorithm, privateKey } = this.#newest()
    const now = Math.floor(Date.now() / 1000)
    const all: Readonly<Record<string, unknown>> = {
      iss: this.issuer,
      aud: AUDIENCE,
      iat: now,
      exp: now + 300,
      ...claims,
    }
    return new SignJWT(all).setProtectedHeader({ alg: algorithm, kid }).sign(privateKey)
  }

  async #keySet(): Promise<object> {
    const keys = await Promise.all(
      this.#keys.map(async ({ kid, algorithm, publicKey }): Promise<JWK> => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg: algorithm,
        use: 'sig',
      })),
    )
    return this.behavior === 'huge' ? { keys, padding: ' '.repeat(10 * 1024 * 1024) } : { keys }
  }

  #newest(): SigningKey {
    const key = this.#keys.at(-1)
    if (key === undefined) throw new Error('the provider has no key')
    return key
  }
}
