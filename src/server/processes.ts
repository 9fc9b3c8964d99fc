import cluster, { type Worker } from 'node:cluster'
import { StartError } from './platform/errors.ts'
import type { Log } from './platform/log.ts'

const RESTART_PAUSE_MS = 500
const MOST_RESTARTS = 10

type Crew = {
  /** Tells every process, now and later, where the database is. Resolves when all of them serve. */
  serve(url: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Several processes that serve the same port. They load their code while the database is still being prepared.
 * One that dies is replaced; a site that cannot run stops trying.
 */
export function hireCrew({ size, script, log }: { size: number; script: string; log: Log }): Crew {
  cluster.setupPrimary({ exec: script })
  let tell = (_url: string) => {}
  const known = new Promise<string>((resolve) => (tell = resolve))
  let serving = false
  let stopping = false
  let restarts = 0
  const crew = Array.from({ length: size }, hire)

  function hire(): Promise<void> {
    const worker = cluster.fork()
    worker.once('exit', (code) => replace(worker, code))
    const ready = new Promise<void>((resolve, reject) => {
      // It asks, rather than being told: until its code is loaded it would not hear.
      worker.on('message', (message: 'where' | 'serving' | { failed: string }) => {
        if (message === 'where') void known.then((url) => worker.send({ url }))
        else if (message === 'serving') resolve()
        else reject(new StartError(message.failed))
      })
      worker.once('exit', (code) => reject(new Error(`A web process ended before it served (${code})`)))
    })
    // Whoever waits for it hears of a failure; when nobody does any more, the log has it.
    ready.catch(() => {})
    return ready
  }

  function replace(worker: Worker, code: number) {
    if (stopping || !serving || worker.exitedAfterDisconnect) return
    log.error({ pid: worker.process.pid, code }, 'a web process ended; starting another')
    restarts += 1
    if (restarts > MOST_RESTARTS) throw new Error('Web processes keep ending. See the log.')
    setTimeout(() => void hire(), RESTART_PAUSE_MS)
  }

  return {
    async serve(url) {
      tell(url)
      await Promise.all(crew)
      serving = true
    },
    async stop() {
      stopping = true
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(workers.map(ended))
    },
  }
}

function ended(worker: Worker) {
  if (worker.isDead()) return Promise.resolve()
  return new Promise<void>((done) => {
    worker.once('exit', () => done())
    worker.process.kill('SIGTERM')
  })
}
