import type { Ctx } from '#server/platform/ctx.ts'

/** Does what there is to do now, and looks at `closed` between two pieces. */
export type Run = (closed: () => boolean) => Promise<void>

type Options = { everyMs: number; trouble: string; round: Run; wakes: string }

/**
 * Work that every process does in rounds: one begins every few seconds, and at once when the name that wakes it was
 * touched, here or in another process. A piece of work is a row that whoever locks it does, so processes share it.
 */
export function createWorker({ log }: Pick<Ctx, 'log'>, { everyMs, trouble, round, wakes }: Options) {
  let closed = false
  let working = Promise.resolve()
  let waiting = false
  const timer = setInterval(() => void wake(), everyMs)
  timer.unref()

  /** Until a round that began after this call has ended. */
  function wake(): Promise<void> {
    if (waiting || closed) return working
    waiting = true
    working = working.then(begin).catch((error: unknown) => log.error({ err: error }, trouble))
    return working
  }

  function begin() {
    waiting = false
    return round(() => closed)
  }

  return {
    wake,
    heard(names: readonly string[]) {
      if (names.includes(wakes)) void wake()
    },
    async close() {
      closed = true
      clearInterval(timer)
      await working
    },
  }
}

/** One kind of work after the other, each while there is some. */
export function allOf(ctx: Ctx, ...works: ((ctx: Ctx) => Promise<boolean>)[]): Run {
  return async (closed) => {
    for (const work of works) while (!closed() && (await work(ctx)));
  }
}
