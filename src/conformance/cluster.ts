import { execa } from 'execa'
import { mkdtemp } from 'node:fs/promises'

/** A server in a cluster. */
export type ClusterServer = 'primary' | 'standby' | 'pgbouncer' | 'redis'

/** Whether tests can start clusters. */
export const hasClusters = (process.env['TEST_CLUSTER'] ?? '') !== ''
if (!hasClusters) console.log('not tested: failover, replicas and PgBouncer; TEST_CLUSTER is not set')

/** A small cluster for one test file. Its servers are managed by `.ci/cluster.sh`, and tests can kill them. */
export class TestCluster {
  readonly #folder: string
  readonly #urls = new Map<string, string>()

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async start(...servers: readonly ClusterServer[]): Promise<TestCluster> {
    // PostgreSQL runs as a different user, which cannot read the tests' temporary folder.
    const cluster = new TestCluster(await mkdtemp('/tmp/svcgen-cluster-'))
    await cluster.start(...servers)
    return cluster
  }

  /** Starts servers, including those that were killed. */
  async start(...servers: readonly ClusterServer[]): Promise<void> {
    const printed = await this.#run('start', ...servers)
    for (const [, server = '', url = ''] of printed.matchAll(/^TEST_(\w+)_URL=(.*)$/gm))
      this.#urls.set(server.toLowerCase(), url)
  }

  url(server: ClusterServer): string {
    return this.#urls.get(server) ?? ''
  }

  /** Returns a URL with several hosts. */
  urlOf(...servers: readonly ClusterServer[]): string {
    return `postgres://postgres@${servers.map((server) => new URL(this.url(server)).host).join()}/postgres`
  }

  /** Kills a server with SIGKILL. */
  async kill(server: ClusterServer): Promise<void> {
    await this.#run('kill', server)
  }

  async pause(server: ClusterServer): Promise<void> {
    await this.#run('pause', server)
  }

  async resume(server: ClusterServer): Promise<void> {
    await this.#run('resume', server)
  }

  /** Promotes the standby. */
  async promote(): Promise<void> {
    await this.#run('promote')
  }

  /** Pauses or resumes replay on the standby. */
  async lag(on: boolean): Promise<void> {
    await this.#run('lag', on ? 'on' : 'off')
  }

  async remove(): Promise<void> {
    await this.#run('remove')
  }

  async #run(command: string, ...words: readonly string[]): Promise<string> {
    // Servers keep running in the background, so their output must not go to one of this process's pipes.
    const { stdout } = await execa(process.env['TEST_CLUSTER'] ?? '', [command, this.#folder, ...words], {
      stderr: 'ignore',
      timeout: 60_000,
    })
    return stdout
  }
}
