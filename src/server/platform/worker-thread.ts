import { Worker, parentPort } from 'node:worker_threads'
import { MINUTE_MS } from '#contract/constants.ts'
import { createConcurrencyLimit } from './concurrency.ts'

const IDLE_MS = 2 * MINUTE_MS

/** CPU-bound work that would block the event loop. Arguments and results must be structured-cloneable. */
// oxlint-disable-next-line typescript/no-explicit-any -- each task names its own arguments
export type Tasks = Record<string, (...args: any[]) => unknown>

type Request = { number: number; name: string; args: unknown[] }
type Response = { number: number; result: unknown } | { number: number; error: string }
type Pending = { resolve(result: unknown): void; reject(error: Error): void }

export type Thread<T extends Tasks> = {
  run<Name extends keyof T & string>(name: Name, ...args: Parameters<T[Name]>): Promise<Awaited<ReturnType<T[Name]>>>
  close(): Promise<void>
}

type Options<T> = {
  /** The thread's script. Without it the tasks run in this thread. */
  file: string | null
  load: () => Promise<T>
  concurrency: number
  maxQueued: number
}

/** Runs tasks in a thread that starts with the first task and ends after two idle minutes. */
export function createThread<T extends Tasks>({ file, load, concurrency, maxQueued }: Options<T>): Thread<T> {
  const limit = createConcurrencyLimit({ concurrency, maxQueued })
  const pending = new Map<number, Pending>()
  let worker: Worker | null = null
  let lastNumber = 0
  let idle: NodeJS.Timeout | undefined

  function start(script: string) {
    const started = new Worker(script)
    started.unref()
    started.on('message', (response: Response) => {
      const { resolve, reject } = pending.get(response.number) ?? {}
      pending.delete(response.number)
      if ('error' in response) reject?.(new Error(response.error))
      else resolve?.(response.result)
      if (pending.size === 0) closeWhenIdle()
    })
    const fail = (error: Error) => {
      if (worker === started) worker = null
      for (const { reject } of pending.values()) reject(error)
      pending.clear()
    }
    started.on('error', fail)
    started.on('exit', () => fail(new Error('worker thread exited')))
    return started
  }

  function closeWhenIdle() {
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
    lastNumber += 1
    const message: Request = { number: lastNumber, name, args }
    const result = new Promise<unknown>((resolve, reject) => pending.set(message.number, { resolve, reject }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(message)
    return result
  }

  return {
    // Messages between threads are untyped.
    run: (name, ...args) =>
      limit(async () => (file ? await inThread(file, name, args) : await (await load())[name]?.(...args))) as never,
    close,
  }
}

/** Called by the thread's script with its tasks. */
export function serveTasks(tasks: Tasks) {
  const respond = (response: Response) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(response)
  }
  const perform = async ({ number, name, args }: Request) => {
    try {
      respond({ number, result: await tasks[name]?.(...args) })
    } catch (error) {
      respond({ number, error: String(error) })
    }
  }
  parentPort?.on('message', (request: Request) => void perform(request))
}
