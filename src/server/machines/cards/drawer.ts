import { Worker } from 'node:worker_threads'
import { MINUTE_MS } from '#contract/constants.ts'
import { createTurns } from '#server/platform/turns.ts'
import type { Card } from './card.tsx'
import type { Answered, Asked } from './thread.ts'

const AT_ONCE = 2
const MOST_WAITING = 50
const IDLE_MS = 2 * MINUTE_MS

export type CardDrawer = { draw(card: Card, width: number): Promise<Buffer>; close(): Promise<void> }

type Waiting = { resolve(png: Buffer): void; reject(error: Error): void }

/** Draws cards in a thread, two at a time; without its file, in this one. A thread that nobody needs ends. */
export function createCardDrawer(threadFile: string | null): CardDrawer {
  const inTurn = createTurns({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING })
  const waiting = new Map<number, Waiting>()
  let thread: Worker | null = null
  let asked = 0
  let idle: NodeJS.Timeout | undefined

  function start(file: string) {
    const started = new Worker(file)
    started.unref()
    started.on('message', (answer: Answered) => {
      const { resolve, reject } = waiting.get(answer.number) ?? {}
      waiting.delete(answer.number)
      if ('png' in answer) resolve?.(Buffer.from(answer.png))
      else reject?.(new Error(answer.error))
      if (waiting.size === 0) rest()
    })
    const fail = (error: Error) => {
      if (thread === started) thread = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('error', fail)
    started.on('exit', () => fail(new Error('The thread that draws cards has ended')))
    return started
  }

  function rest() {
    clearTimeout(idle)
    idle = setTimeout(() => void end(), IDLE_MS)
    idle.unref()
  }

  async function end() {
    clearTimeout(idle)
    const ending = thread
    thread = null
    await ending?.terminate()
  }

  async function inThread(file: string, card: Card, width: number) {
    clearTimeout(idle)
    thread ??= start(file)
    asked += 1
    const message: Asked = { number: asked, card, width }
    const drawn = new Promise<Buffer>((resolve, reject) => waiting.set(message.number, { resolve, reject }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(message)
    return drawn
  }

  async function here(card: Card, width: number) {
    const { drawCard } = await import('./draw.ts')
    return drawCard(card, width)
  }

  return {
    draw: (card, width) => inTurn(() => (threadFile ? inThread(threadFile, card, width) : here(card, width))),
    close: end,
  }
}
