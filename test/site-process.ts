import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { TEST_KEY } from './vault.ts'

export type RunningSite = { url: string; output(): string; process: ChildProcess; stop(): Promise<void> }

/** Where uploads are stored when the database is external. */
export const uploadsFolder = join(tmpdir(), 'bramble-test-objects')

/** The build that `npm test` made. */
export function buildFolder() {
  const folder = process.env['BRAMBLE_BUILD']
  if (!folder)
    throw new Error('There is no build to test. Run `npm test`, or set BRAMBLE_BUILD to the folder of a build.')
  return folder
}

/** Starts the built site as a separate process on loopback. */
export async function startSite(
  env: Record<string, string>,
  onSpawn: (process: ChildProcess) => void = () => {},
): Promise<RunningSite> {
  const port = env['PORT'] ?? String(await findFreePort())
  const base = env['BASE_URL'] ?? '/'
  const child = spawn(process.execPath, [join(buildFolder(), 'server', 'main.js')], {
    env: {
      ...process.env,
      DATA_DIR: uploadsFolder,
      NODE_ENV: 'production',
      PORT: port,
      RELAX_LIMITS: '1',
      ENCRYPTION_KEY: TEST_KEY,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onSpawn(child)
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece) => {
        output += String(piece)
        if (output.includes('Bramble is ready')) resolve()
      })
    }
    child.once('exit', (code) => reject(new Error(`The site exited with ${code}:\n${output}`)))
  })
  await ready
  return {
    url: `http://localhost:${port}${base.replace(/\/$/, '')}`,
    output: () => output,
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
