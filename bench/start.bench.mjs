import { join } from 'node:path'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { freePort, residentMb, round, startProgram } from './lib.mjs'

export const title = 'Startup with the embedded PostgreSQL'

const RUNS = 5

export async function measure({ build }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bramble-bench-'))
  const bare = await time(async () =>
    (await startProgram(['-e', 'console.log("ready")'], { sign: 'ready' })).stop().catch(() => {}),
  )
  const start = async (processes) => {
    const env = {
      NODE_ENV: 'production',
      PORT: await freePort(),
      DATA_DIR: dataDir,
      WEB_PROCESSES: processes,
      LOG_LEVEL: 'silent',
    }
    const began = performance.now()
    const site = await startProgram([join(build, 'server', 'main.js')], { env, sign: 'Bramble is ready', pin: false })
    await fetch(`http://localhost:${env.PORT}/`).then((response) => response.text())
    const ms = performance.now() - began
    const mb = residentMb(site.pid)
    await site.stop()
    return { ms, mb }
  }
  const first = await start(1)
  const later = []
  for (let run = 0; run < RUNS; run++) later.push(await start(1))
  const two = await start(2)
  await rm(dataDir, { recursive: true, force: true })
  const median = later.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]
  return {
    'first start, until the first page': `${round(first.ms)} ms (creates the database, loads the demo)`,
    'later start, until the first page': `${round(median)} ms (median of ${RUNS})`,
    'later start with two web processes': `${round(two.ms)} ms`,
    'baseline: Node without work': `${round(bare)} ms`,
    'memory of a process after its first page': `${later[0].mb} MB`,
  }
}

async function time(work) {
  const began = performance.now()
  await work()
  return performance.now() - began
}
