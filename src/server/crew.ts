import cluster, { type Worker } from 'node:cluster'
import type { Log } from './platform/log.ts'

const RESTART_PAUSE_MS = 500
const MOST_RESTARTS = 10

/** Several processes that serve the same port. One that dies is replaced; a site that cannot run stops trying. */
export async function startCrew({
  size,
  script,
  env,
  log,
}: {
  size: number
  script: string
  env: Record<string, string>
  log: Log
}) {
  cluster.setupPrimary({ exec: script })
  let stopping = false
  let restarts = 0

  function hire(): Promise<string> {
    const worker = cluster.fork(env)
    worker.once('exit', (code) => replace(worker, code))
    return new Promise((ready, failed) => {
      worker.once('message', (message: { address: string }) => ready(message.address))
      worker.once('exit', (code) => failed(new Error(`A web process ended before it served (${code})`)))
    })
  }

  function replace(worker: Worker, code: number) {
    if (stopping || worker.exitedAfterDisconnect) return
    log.error({ pid: worker.process.pid, code }, 'a web process ended; starting another')
    restarts += 1
    if (restarts > MOST_RESTARTS) throw new Error('Web processes keep ending. See the log.')
    setTimeout(
      () => void hire().catch((error: unknown) => log.error({ err: error }, 'no web process')),
      RESTART_PAUSE_MS,
    )
  }

  const addresses = await Promise.all(Array.from({ length: size }, hire))
  return {
    address: addresses[0] ?? '',
    async stop() {
      stopping = true
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(workers.map((worker) => ended(worker)))
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
