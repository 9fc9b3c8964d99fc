import cluster from 'node:cluster'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from './config.ts'
import { hireCrew } from './processes.ts'
import { StartError } from './platform/errors.ts'
import { createLog } from './platform/log.ts'

const script = fileURLToPath(import.meta.url)
const distFolder = dirname(dirname(script))

try {
  const config = readConfig(process.env)
  // On a terminal the address should stay in sight, so the log goes to a file.
  const file = config.log.file ?? (process.stdout.isTTY ? join(config.dataDir, 'bramble.log') : null)
  const log = createLog({ level: config.log.level, file })
  const say = (line: string) => console.log(`  ${line}`)

  /** Loads what only a serving process needs, then serves. */
  const startServing = async (url: Promise<string>) => {
    const [{ serve }, { createSite }] = await Promise.all([import('./serve.ts'), import('#site/handler.tsx')])
    return serve({ config, url: await url, log, createSite, distFolder })
  }

  if (cluster.isWorker) {
    const told = once(process, 'message').then(([message]: { url: string }[]) => message?.url ?? '')
    process.send?.('where')
    const { stop } = await startServing(told)
    onStop(stop)
    process.send?.('serving')
  } else {
    const crew = config.processes > 1 ? hireCrew({ size: config.processes, script, log }) : null
    const { prepare } = await import('./prepare.ts')
    const prepared = await prepare(config, log, say)
    const stopAll = async () => {
      await serving?.stop()
      await prepared.close()
    }
    let serving: { stop(): Promise<void> } | null = crew
    try {
      if (crew) await crew.serve(prepared.url)
      else serving = await startServing(Promise.resolve(prepared.url))
    } catch (error) {
      await stopAll()
      throw error
    }
    onStop(stopAll)
    say('')
    say(`Bramble is ready:  ${config.site.origin}${config.site.base}`)
    if (prepared.setupLink) say(`Become its admin:  ${prepared.setupLink}`)
    if (config.database.kind === 'embedded') say(`Your data is in:   ${config.database.dataDir}`)
    if (file) say(`The log is in:     ${file}`)
    say('')
  }
} catch (error) {
  const reason = error instanceof StartError ? error.message : error
  // The primary process says it once for all of them.
  if (cluster.isWorker && error instanceof StartError)
    await new Promise((done) => process.send?.({ failed: reason }, undefined, undefined, done))
  else console.error(reason)
  process.exit(1)
}

/** The first signal asks it to finish; the second does not wait. */
function onStop(stop: () => Promise<void>) {
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (asked) process.exit(1)
      asked = true
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}
