import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { atEnd } from './at-end.ts'

/** Builds a module of `test` to run as a separate process. Returns the path of the script. */
export function buildWriter(name: string): Promise<string> {
  return buildScript(`test/${name}.ts`)
}

/** Builds a module to run as a separate process or thread. Returns the path of the script. */
export async function buildScript(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bramble-writer-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: source, outDir: folder, rolldownOptions: { output: { entryFileNames: 'writer.mjs' } } },
  })
  return join(folder, 'writer.mjs')
}

/** Starts a script that writes until it is killed, and prints a line for each acknowledged write. */
export function startWriter(script: string, args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const acknowledged: string[] = []
  const lines = createInterface(child.stdout)
  const drained = once(lines, 'close')
  lines.on('line', (line) => acknowledged.push(line))
  return {
    acknowledged,
    /** Resolves after this many acknowledged writes, or when all work is done: the same work can take fewer steps. */
    reached: (count: number) =>
      new Promise<void>((done, fail) => {
        const check = () => (acknowledged.length >= count || acknowledged.at(-1) === 'done') && done()
        lines.on('line', check)
        check()
        child.once('exit', () => fail(new Error('the writer exited early')))
      }),
    async kill() {
      child.kill('SIGKILL')
      await Promise.all([exited, drained])
    },
  }
}

/** The number of writes before the kill. Differs in each round, to hit different moments. */
export const writesBeforeKill = (round: number) => 3 + ((round * 17) % 50)
