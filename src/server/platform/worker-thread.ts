import { Worker, parentPort } from 'node:worker_threads'
import { MINUTE_MS } from '#contract/constants.ts'
import { createConcurrencyLimit } from './concurrency.ts'

const IDLE_MS = 2 * MINUTE_MS

/** Work that would keep the process from answering meanwhile. What goes in and comes out must be copyable. */
// oxlint-disable-next-line typescript/no-explicit-any -- each task names its own arguments
export type Tasks = Record<string, (...args: any[]) => unknown>

type Asked = { number: number; name: string; args: unknown[] }
type Answered = { number: number; result: unknown } | { number: number; error: string }
type Waiting = { resolve(result: unknown): void; reject(error: Error): void }

export type Thread<T extends Tasks> = {
  run<Name extends keyof T & string>(name: Name, ...args: Parameters<T[Name]>): Promise<Awaited<ReturnType<T[Name]>>>
  close(): Promise<void>
}

type Options<T> = {
  /** The file of the thread; without it the tasks run in this process. */
  file: string | null
  load: () => Promise<T>
  atOnce: number
  mostWaiting: number
}

/** Runs tasks in a thread that starts with the first of them and ends when it has been idle for a while. */
export function createThread<T extends Tasks>({ file, load, atOnce, mostWaiting }: Options<T>): Thread<T> {
  const inTurn = createConcurrencyLimit({ atOnce, mostWaiting })
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let asked = 0
  let idle: NodeJS.Timeout | undefined

  function start(script: string) {
    const started = new Worker(script)
    started.unref()
    started.on('message', (answer: Answered) => {
      const { resolve, reject } = waiting.get(answer.number) ?? {}
      waiting.delete(answer.number)
      if ('error' in answer) reject?.(new Error(answer.error))
      else resolve?.(answer.result)
      if (waiting.size === 0) rest()
    })
    const fail = (error: Error) => {
      if (worker === started) worker = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('error', fail)
    started.on('exit', () => fail(new Error('The thread has ended')))
    return started
  }

  function rest() {
    clearTimeout(idle)
    idle = setTimeout(() => void close(), IDLE_MS)
    idle.unref()
  }

  async function close() {
    clearTimeout(idle)
    const ending = worker
    worker = null
    await ending?.terminate()
  }

  function inThread(script: string, name: string, args: unknown[]) {
    clearTimeout(idle)
    worker ??= start(script)
    asked += 1
    const message: Asked = { number: asked, name, args }
    const answered = new Promise<unknown>((resolve, reject) => waiting.set(message.number, { resolve, reject }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(message)
    return answered
  }

  return {
    // What comes back over the wall between threads has lost its type.
    run: (name, ...args) =>
      inTurn(async () => (file ? await inThread(file, name, args) : await (await load())[name]?.(...args))) as never,
    close,
  }
}

/** The other side: what the file of a thread calls with its tasks. */
export function serveTasks(tasks: Tasks) {
  const answer = (answered: Answered) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(answered)
  }
  const perform = async ({ number, name, args }: Asked) => {
    try {
      answer({ number, result: await tasks[name]?.(...args) })
    } catch (error) {
      answer({ number, error: String(error) })
    }
  }
  parentPort?.on('message', (asked: Asked) => void perform(asked))
}
