import { MIN_CONTRAST, contrastOf, contrastWithWhite, mixColors } from '#contract/color.ts'

/** The shades of an accent colour, by the names of the design tokens. The accent itself is 700, for links and buttons. */
export function paletteOf(accent: string) {
  return {
    50: mixColors(accent, 0.06, '#ffffff'),
    100: mixColors(accent, 0.14, '#ffffff'),
    200: mixColors(accent, 0.28, '#ffffff'),
    600: mixColors(accent, 0.86, '#ffffff'),
    700: accent,
    800: mixColors(accent, 0.82, '#000000'),
    900: mixColors(accent, 0.66, '#000000'),
  }
}

/** The lowest contrasts of the accent on the site: on white pages, and on its own lightest shade. */
export function accentContrast(accent: string) {
  return { onWhite: contrastWithWhite(accent), onTint: contrastOf(accent, paletteOf(accent)[50]) }
}

/** Whether text in the accent colour is readable wherever the site uses it. */
export function isReadableAccent(accent: string) {
  const { onWhite, onTint } = accentContrast(accent)
  return Math.min(onWhite, onTint) >= MIN_CONTRAST
}
