import cluster, { type Worker } from 'node:cluster'
import { StartError } from './platform/errors.ts'
import { type FromWorker, createFigureRelay } from './platform/figure-relay.ts'
import type { Log } from './platform/log.ts'

const RESTART_DELAY_MS = 500
const MAX_RESTARTS = 10

type WebProcesses = {
  /** Sends the database URL to every process, including later replacements. Resolves when all of them serve. */
  serve(url: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts web processes that share one port. They load their code while the database is being prepared.
 * A process that exits is replaced, up to a limit.
 */
export function startWebProcesses({ size, script, log }: { size: number; script: string; log: Log }): WebProcesses {
  cluster.setupPrimary({ exec: script })
  let setUrl = (_url: string) => {}
  const databaseUrl = new Promise<string>((resolve) => (setUrl = resolve))
  let serving = false
  let stopping = false
  let restarts = 0
  const relay = createFigureRelay()
  const started = Array.from({ length: size }, start)

  function start(): Promise<void> {
    const worker = cluster.fork()
    worker.once('exit', (code) => replace(worker, code))
    const ready = new Promise<void>((resolve, reject) => {
      // The worker asks for the URL: it cannot receive messages before its code is loaded.
      worker.on('message', (message: 'where' | 'serving' | { failed: string } | FromWorker) => {
        if (message === 'where') void databaseUrl.then((url) => worker.send({ url }))
        else if (message === 'serving') {
          relay.add(worker)
          resolve()
        } else if ('failed' in message) reject(new StartError(message.failed))
        else relay.receive(worker, message)
      })
      worker.once('exit', (code) => reject(new Error(`web process exited during startup (code ${code})`)))
    })
    // `serve` reports failures during startup; later ones are logged by `replace`.
    ready.catch(() => {})
    return ready
  }

  function replace(worker: Worker, code: number) {
    if (stopping || !serving || worker.exitedAfterDisconnect) return
    log.error({ pid: worker.process.pid, code }, 'web process exited, restarting')
    restarts += 1
    if (restarts > MAX_RESTARTS) throw new Error('Web processes keep exiting. See the log.')
    setTimeout(() => void start(), RESTART_DELAY_MS)
  }

  return {
    async serve(url) {
      setUrl(url)
      await Promise.all(started)
      serving = true
    },
    async stop() {
      stopping = true
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(workers.map(stopWorker))
    },
  }
}

function stopWorker(worker: Worker) {
  if (worker.isDead()) return Promise.resolve()
  return new Promise<void>((done) => {
    worker.once('exit', () => done())
    worker.process.kill('SIGTERM')
  })
}
