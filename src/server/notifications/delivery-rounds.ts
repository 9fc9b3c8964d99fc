import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { DELIVERIES } from './deliveries.ts'
import { mailDue } from './mail-due.ts'
import { pushDue } from './push-due.ts'

const EVERY_MS = 5 * SECOND_MS

/** Mails and pushes what is due, each in its own time: a slow push service holds up no mail. Processes share the work. */
export function createDeliveries(ctx: Ctx) {
  const rounds = [createRound(ctx, mailDue, 'mails could not be written'), createRound(ctx, pushDue, 'pushing failed')]
  return {
    wake: () => Promise.all(rounds.map((round) => round.wake())),
    /** Told what was changed, here or in another process. */
    heard(names: readonly string[]) {
      if (names.includes(DELIVERIES)) for (const round of rounds) void round.wake()
    },
    close: () => Promise.all(rounds.map((round) => round.close())),
  }
}

function createRound(ctx: Ctx, work: (ctx: Ctx) => Promise<boolean>, trouble: string) {
  let closed = false
  let working = Promise.resolve()
  let waiting = false
  const timer = setInterval(() => void wake(), EVERY_MS)
  timer.unref()

  function wake(): Promise<void> {
    if (waiting || closed) return working
    waiting = true
    working = working.then(round).catch((error: unknown) => ctx.log.error({ err: error }, trouble))
    return working
  }

  async function round() {
    waiting = false
    while (!closed && (await work(ctx)));
  }

  return {
    wake,
    async close() {
      closed = true
      clearInterval(timer)
      await working
    },
  }
}
