import type { Card } from './card.tsx'
import { drawCard } from './draw.ts'

export const cardTasks = {
  draw: async (card: Card, width: number) => new Uint8Array(await drawCard(card, width)),
}
