import { createThread } from '#server/platform/worker-thread.ts'
import type { Card } from './card.tsx'

export type CardDrawer = { draw(card: Card, width: number): Promise<Buffer>; close(): Promise<void> }

/** Draws cards in a thread, two at a time: while letters become outlines, nothing else would be answered. */
export function createCardDrawer(file: string | null): CardDrawer {
  const load = async () => (await import('./tasks.ts')).cardTasks
  const thread = createThread({ file, load, atOnce: 2, mostWaiting: 50 })
  return { draw: async (card, width) => Buffer.from(await thread.run('draw', card, width)), close: thread.close }
}
