import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker, parentPort } from 'node:worker_threads'
import { MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import { Refusal, type RefusalCode } from '#contract/errors.ts'
import { createConcurrencyLimit } from './concurrency.ts'
import { toRefusal } from './error-response.ts'
import type { Log } from './log.ts'

const IDLE_MS = 2 * MINUTE_MS
/** To close what the thread has open. */
const END_MS = SECOND_MS
const END = 'end'

/** CPU-bound work that would block the event loop. Arguments and results must be structured-cloneable. */
// oxlint-disable-next-line typescript/no-explicit-any -- each task names its own arguments
export type Tasks = Record<string, (...args: any[]) => unknown>

type Request = { number: number; name: string; args: unknown[] }
type Response =
  | { number: number; result: unknown }
  | { number: number; error: Error }
  | { number: number; refusal: RefusalCode; details: Record<string, unknown> }
type Logged = { level: 'warn' | 'error'; fields: unknown; message: string | undefined }
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
  /** For the thread, as its `workerData`. */
  data?: unknown
  /** Gets what the thread writes with `threadLog`. */
  log?: Log
}

/** Runs tasks in a thread that starts with the first task and ends after two idle minutes. */
export function createThread<T extends Tasks>({
  file,
  load,
  concurrency,
  maxQueued,
  data,
  log,
}: Options<T>): Thread<T> {
  const limit = createConcurrencyLimit({ concurrency, maxQueued })
  const pending = new Map<number, Pending>()
  let worker: Worker | null = null
  let lastNumber = 0
  let idle: NodeJS.Timeout | undefined

  function start(script: string) {
    const started = new Worker(script, { workerData: data })
    started.unref()
    started.on('message', (response: Response | Logged) => {
      if ('level' in response) return log?.[response.level](response.fields, response.message)
      const { resolve, reject } = pending.get(response.number) ?? {}
      pending.delete(response.number)
      if ('refusal' in response) reject?.(new Refusal(response.refusal, response.details))
      else if ('error' in response) reject?.(response.error)
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
    if (!ending) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    ending.postMessage(END)
    await Promise.race([once(ending, 'exit'), sleep(END_MS, null, { ref: false })])
    await ending.terminate()
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

/** Called by the thread's script with its tasks. `close` is called before the thread ends. */
export function serveTasks(tasks: Tasks, close = async () => {}) {
  const perform = async ({ number, name, args }: Request) => {
    try {
      post({ number, result: await tasks[name]?.(...args) })
    } catch (error) {
      const refusal = toRefusal(error)
      if (refusal) post({ number, refusal: refusal.code, details: refusal.details })
      else post({ number, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }
  parentPort?.on('message', (request: Request | typeof END) => {
    if (request === END) void close().finally(() => process.exit())
    else void perform(request)
  })
}

/** The log of a thread, which the thread that started it writes. */
export const threadLog: Log = {
  debug() {},
  info() {},
  warn: (fields: unknown, message?: string) => post({ level: 'warn', fields, message }),
  error: (fields: unknown, message?: string) => post({ level: 'error', fields, message }),
}

function post(message: Response | Logged) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}
