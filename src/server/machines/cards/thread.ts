import { parentPort } from 'node:worker_threads'
import type { Card } from './card.tsx'
import { drawCard } from './draw.ts'

export type Asked = { number: number; card: Card; width: number }
export type Answered = { number: number; png: Uint8Array } | { number: number; error: string }

function answer(answered: Answered) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answered)
}

// A thread of its own: while letters become outlines, nothing else would be answered.
parentPort?.on('message', ({ number, card, width }: Asked) => {
  drawCard(card, width).then(
    (png) => answer({ number, png: new Uint8Array(png) }),
    (error: unknown) => answer({ number, error: String(error) }),
  )
})
