import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

const SECOND = 1000

/**
 * Asks until the answer is the wanted one. Whoever asks later than a second from now gets no other; how long an answer
 * takes on a busy machine is not the question here.
 */
export async function withinASecond<Answer>(ask: () => Promise<Answer>, wanted: NoInfer<Answer>) {
  const began = Date.now()
  const same = JSON.stringify(wanted)
  for (;;) {
    const late = Date.now() - began > SECOND
    const answer = await ask()
    if (late) return expect(answer).toEqual(wanted)
    if (JSON.stringify(answer) === same) return
    await sleep(20)
  }
}
