import cluster from 'node:cluster'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSite } from '#site/handler.tsx'
import { ConfigError, readConfig } from './config.ts'
import { startCrew } from './crew.ts'
import { createLog } from './platform/log.ts'
import { prepare } from './prepare.ts'
import { serve } from './serve.ts'

const script = fileURLToPath(import.meta.url)
const distFolder = dirname(dirname(script))

try {
  const config = readConfig(process.env)
  // On a terminal the address should stay in sight, so the log goes to a file.
  const file = config.log.file ?? (process.stdout.isTTY ? join(config.dataDir, 'bramble.log') : null)
  const log = createLog({ level: config.log.level, file })
  const say = (line: string) => console.log(`  ${line}`)

  if (cluster.isWorker) {
    const url = process.env['BRAMBLE_DATABASE'] ?? ''
    const { address, stop } = await serve({ config, url, log, createSite, distFolder })
    onStop(stop)
    process.send?.({ address })
  } else {
    const prepared = await prepare(config, log, say)
    const { stop } =
      config.processes === 1
        ? await serve({ config, url: prepared.url, log, createSite, distFolder })
        : await startCrew({ size: config.processes, script, env: { BRAMBLE_DATABASE: prepared.url }, log })
    onStop(async () => {
      await stop()
      await prepared.close()
    })
    say('')
    say(`Bramble is ready:  ${config.site.origin}${config.site.base}`)
    if (prepared.setupLink) say(`Become its admin:  ${prepared.setupLink}`)
    if (config.database.kind === 'embedded') say(`Your data is in:   ${config.database.dataDir}`)
    if (file) say(`The log is in:     ${file}`)
    say('')
  }
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
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
