import { renderAsync } from '@resvg/resvg-js'
import satori from 'satori'
import { CARD_HEIGHT, CARD_WIDTH } from '#contract/social-cards.ts'
import { type Card, cardTree } from './card.tsx'
import { families, loadFonts } from './fonts.ts'

/** Draws a card as a PNG of that width. It takes a tenth of a second and more, most of it without a pause. */
export async function drawCard(card: Card, width: number): Promise<Buffer> {
  const fonts = await loadFonts()
  const size = { width: CARD_WIDTH, height: CARD_HEIGHT }
  // Letters that no font has are left out instead of drawn as boxes; what is left still says whose it is.
  const svg = await satori(cardTree(card, families), { ...size, fonts, loadAdditionalAsset: async () => [] })
  const drawn = await renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
  return drawn.asPng()
}
