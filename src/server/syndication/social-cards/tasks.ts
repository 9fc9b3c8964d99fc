import type { Card } from './card.tsx'
import { renderCard } from './render-card.ts'

export const cardTasks = {
  draw: async (card: Card, width: number) => new Uint8Array(await renderCard(card, width)),
}
