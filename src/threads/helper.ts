import { SHARE_ENV, Worker } from 'node:worker_threads'
import type { Service } from '../ir/index.js'
import type { LargeTexts } from './large-texts.js'

/** Another thread, which is given some of the work of large runs. */
export interface Helper {
  /** Starts the thread, which takes a while: by the time that there is work, it is ready. */
  start(): void
  /**
   * Those that `largeTexts` makes; the thread ends with them. Never rejects.
   * @returns null where none was started, where there is none to be had, or where it fails, for want of memory perhaps
   */
  largeTexts(service: Service): Promise<LargeTexts | null>
}

/** @param script what runs on the thread: `on-thread.ts`, built */
export function helperOf(script: URL): Helper {
  let waiting: Thread | null = null
  return {
    start() {
      waiting ??= startThread(script)
    },
    async largeTexts(service) {
      const thread = waiting
      waiting = null
      if (thread === null) return null
      const { worker, answer } = thread
      worker.ref()
      worker.postMessage(service)
      const texts = await answer
      // Its memory is a good part of that of the whole run.
      await worker.terminate()
      return texts
    },
  }
}

interface Thread {
  readonly worker: Worker
  readonly answer: Promise<LargeTexts | null>
}

/** Young objects are given little room, as the thread's memory comes on top of that of the other one. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 }

/** Null where the system gives no thread. The process may end while it waits. */
function startThread(script: URL): Thread | null {
  const worker = newWorker(script)
  if (worker === null) return null
  const answer = new Promise<LargeTexts | null>((resolve) => {
    const failed = (): void => resolve(null)
    worker.once('message', resolve).once('error', failed).once('exit', failed)
  })
  worker.unref()
  return { worker, answer }
}

/** Node's options for the process are not for the thread: they may load what it has no use for. */
function newWorker(script: URL): Worker | null {
  try {
    return new Worker(script, { execArgv: [], env: SHARE_ENV, resourceLimits })
  } catch {
    return null
  }
}
