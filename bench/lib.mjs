// Shared by the benchmarks: a site, a load generator, and processes pinned to one core each.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const CONNECTIONS = 32
const canPin = spawnSync('taskset', ['--version']).status === 0
const SERVER_CORE = 0
const LOAD_CORE = 1

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}

/** Starts a Node program, by default on the server's core, and waits until it has printed `sign`. */
export async function startProgram(args, { env = {}, sign, pin = true }) {
  const [command, ...rest] =
    canPin && pin ? ['taskset', '-c', SERVER_CORE, process.execPath, ...args] : [process.execPath, ...args]
  const child = spawn(command, rest.map(String), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  await new Promise((ready, failed) => {
    child.stdout.on('data', (piece) => {
      output += piece
      if (output.includes(sign)) ready()
    })
    child.once('exit', (code) => failed(new Error(`exited with ${code}\n${output}`)))
  })
  return {
    pid: child.pid,
    output,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** For a benchmark that sends requests itself: they are load too. */
export function runOnLoadCore() {
  if (canPin) spawnSync('taskset', ['-cp', LOAD_CORE, process.pid].map(String))
}

/** The built site in one process, with demo content, an embedded PostgreSQL and without rate limits. */
export async function startSite(build, { pin = true, ...env } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bramble-bench-'))
  const port = await freePort()
  const program = await startProgram([join(build, 'server', 'main.js')], {
    sign: 'Bramble is ready',
    pin,
    env: {
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: dataDir,
      WEB_PROCESSES: 1,
      RELAX_LIMITS: 1,
      LOG_FILE: join(dataDir, 'log'),
      ...env,
    },
  })
  return {
    ...program,
    dataDir,
    url: `http://localhost:${port}`,
    async stop() {
      await program.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The URL of a site's embedded database. */
export function databaseOf({ dataDir }) {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8')
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://bramble:${password}@127.0.0.1:${port}/bramble`
}

/** Closed-loop load on one or several URLs, from the other core. With several header sets, requests use them in turn. */
export async function load(
  url,
  { headers = {}, connections = CONNECTIONS, allowFailed = false, seconds = SECONDS } = {},
) {
  const args = ['bench/load.mjs', url, seconds, connections, JSON.stringify([headers].flat())].map(String)
  const [command, ...rest] = canPin
    ? ['taskset', '-c', String(LOAD_CORE), process.execPath, ...args]
    : [process.execPath, ...args]
  const { stdout } = await promisify(execFile)(command, rest)
  const measured = JSON.parse(stdout)
  const { failed } = measured
  if (failed > 0 && !allowFailed) throw new Error(`${url}: ${failed} responses were not 200`)
  return measured
}

/** The median time of sequential requests, each for the URL of its number. */
export async function medianMs(urlAt, { rounds, warmUp }) {
  const times = []
  for (let nth = 0; nth < rounds + warmUp; nth++) {
    const began = performance.now()
    const response = await fetch(urlAt(nth))
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${urlAt(nth)}: ${response.status}`)
    if (nth >= warmUp) times.push(performance.now() - began)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]
}

/** CPU time of a process in seconds. */
export function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Private memory of a process in MB. */
export function residentMb(pid) {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kb) / 1024)
}

export const round = (value, digits = 0) => value.toLocaleString('en-GB', { maximumFractionDigits: digits })
