import { renderAsync } from '@resvg/resvg-js'
import satori from 'satori'
import { CARD_HEIGHT, CARD_WIDTH } from '#contract/social-cards.ts'
import { type Card, cardTree } from './card.tsx'
import { families, loadFonts } from './fonts.ts'

/** Renders a card as a PNG of that width. Takes at least 100 ms, mostly blocking. */
export async function renderCard(card: Card, width: number): Promise<Buffer> {
  const fonts = await loadFonts()
  const size = { width: CARD_WIDTH, height: CARD_HEIGHT }
  // Leaves out characters that no font has, instead of boxes.
  const svg = await satori(cardTree(card, families), { ...size, fonts, loadAdditionalAsset: async () => [] })
  const image = await renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
  return image.asPng()
}
