import { createThread } from '#server/platform/worker-thread.ts'
import type { Card } from './card.tsx'

export type CardRenderer = { render(card: Card, width: number): Promise<Buffer>; close(): Promise<void> }

/** Renders cards in a worker thread, because rendering would block the event loop. */
export function createCardRenderer(file: string | null): CardRenderer {
  const load = async () => (await import('./tasks.ts')).cardTasks
  const thread = createThread({ file, load, concurrency: 2, maxQueued: 50 })
  return { render: async (card, width) => Buffer.from(await thread.run('draw', card, width)), close: thread.close }
}
