import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '#server/platform/errors.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

export type Running = { pid: number; port: number }

/** The server that runs on the folder, by its postmaster.pid. Null when there is none or the file is stale. */
export async function findRunningServer(folder: string): Promise<Running | null> {
  const file = join(folder, 'postmaster.pid')
  const lines = await readFile(file, 'utf8').then(
    (text) => text.split('\n'),
    () => null,
  )
  const [pid, port] = [Number(lines?.[0]), Number(lines?.[3])]
  if (!pid) return null
  if (await isPostgres(pid)) return { pid, port }
  // The pid may have been reused by another program, and PostgreSQL would refuse to start because of the file.
  await rm(file, { force: true })
  return null
}

/** Whether the process is a live PostgreSQL. Zombies do not count. */
async function isPostgres(pid: number) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  const [command, status] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
  ])
  return command.includes('postgres') && !/^State:\s+Z/m.test(status)
}

type Launch = {
  folder: string
  logFile: string
  port: number
  binaries: Binaries
  account: Account | null
  settings: Record<string, string>
}

/** Starts a server on the folder. It listens on loopback only and is not stopped by Ctrl-C in the terminal. */
export async function launchServer({
  folder,
  logFile,
  port,
  binaries,
  account,
  settings,
}: Launch): Promise<ChildProcess> {
  const fixed = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings }
  const options = Object.entries(fixed).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await open(logFile, 'a', 0o600)
  try {
    return spawn(binaries.postgres, ['-D', folder, ...options], {
      env: binaries.env,
      cwd: '/',
      stdio: ['ignore', log.fd, log.fd],
      // Its own process group, so that Ctrl-C reaches only us. We stop it after the last request.
      detached: true,
      ...account,
    })
  } finally {
    await log.close()
  }
}

/** Stops the server, with stronger signals if necessary. Resolves when it has exited. */
export async function stopServer(folder: string, pid: number) {
  for (const [signal, timeout] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return // It has already exited.
    }
    const deadline = Date.now() + timeout
    while (Date.now() < deadline) {
      const running = await findRunningServer(folder)
      if (running?.pid !== pid) return
      await sleep(20)
    }
  }
}

/** Below the ports that systems give to outgoing connections: one of those could be taken before it is listened on. */
const PORTS = { first: 20_000, last: 32_000 }

export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.last + 1)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const free = await new Promise<boolean>((resolve, reject) => {
    server.once('listening', () => resolve(true))
    server.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(port, '127.0.0.1')
  })
  if (free) await new Promise((done) => server.close(done))
  return free
}
