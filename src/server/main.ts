import cluster from 'node:cluster'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from './config.ts'
import { startWebProcesses } from './web-processes.ts'
import { StartError } from './platform/errors.ts'
import type { WebWorker } from './platform/figure-exchange.ts'
import { createLogTail } from './platform/log-tail.ts'
import { createLog } from './platform/log.ts'

const script = fileURLToPath(import.meta.url)
const distFolder = dirname(dirname(script))
// Supervisors kill a process that has not ended after ten seconds. Whatever still runs is a transaction, and is rolled back.
const STOP_TIMEOUT_MS = 9_500
const startup = new AbortController()
let isStopping = false

try {
  const config = readConfig(process.env)
  // On a terminal, log to a file so that the URL stays visible.
  const file = config.log.file ?? (process.stdout.isTTY ? join(config.dataDir, 'bramble.log') : null)
  const tail = createLogTail()
  const log = createLog({ level: config.log.level, file, tail })
  const say = (line: string) => console.log(`  ${line}`)

  /** Loads the code that only web processes need, then serves. */
  const startServing = async (url: Promise<string>) => {
    const [{ serve }, { createSite }] = await Promise.all([import('./serve.ts'), import('#site/create-site.tsx')])
    return serve({ config, url: await url, log, tail, createSite, distFolder, worker: webWorker() })
  }

  if (cluster.isWorker) {
    const url = once(process, 'message').then(([message]: { url: string }[]) => message?.url ?? '')
    process.send?.('where')
    const { stop } = await startServing(url)
    onStop(stop)
    process.send?.('serving')
  } else {
    const processes = config.processes > 1 ? startWebProcesses({ size: config.processes, script, log }) : null
    const { prepare } = await import('./startup.ts')
    const preparing = prepare(config, log, say, startup.signal)
    const stopAll = async () => {
      startup.abort()
      await serving?.stop()
      const opened = await preparing.catch(() => null)
      await opened?.close()
    }
    let serving: { stop(): Promise<void> } | null = processes
    onStop(stopAll)
    const prepared = await preparing
    try {
      if (processes) await processes.serve(prepared.url)
      else serving = await startServing(Promise.resolve(prepared.url))
    } catch (error) {
      if (!isStopping) await stopAll()
      throw error
    }
    say('')
    say(`Bramble is ready:  ${config.site.origin}${config.site.base}`)
    if (prepared.setupLink) say(`Admin setup link:  ${prepared.setupLink}`)
    if (config.database.kind === 'embedded') say(`Data folder:       ${config.database.dataDir}`)
    if (file) say(`Log file:          ${file}`)
    say('')
  }
} catch (error) {
  // The signal handler exits.
  if (isStopping) await new Promise(() => {})
  const reason = error instanceof StartError ? error.message : error
  // The primary process prints it once for all workers.
  if (cluster.isWorker && error instanceof StartError)
    await new Promise((done) => process.send?.({ failed: reason }, undefined, undefined, done))
  else console.error(reason)
  process.exit(1)
}

/** Null when this is the only process. */
function webWorker(): WebWorker | null {
  if (!cluster.worker) return null
  const channel: WebWorker['channel'] = {
    send: (message) => void process.send?.(message),
    on: (event, listener) => process.on(event, listener),
    off: (event, listener) => process.off(event, listener),
  }
  return { id: cluster.worker.id, channel }
}

/** The first signal shuts down gracefully, the second exits at once. */
function onStop(stop: () => Promise<void>) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      setTimeout(() => process.exit(0), STOP_TIMEOUT_MS)
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}
