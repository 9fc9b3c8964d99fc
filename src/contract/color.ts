/** WCAG 2.2 AA for text. */
export const MIN_CONTRAST = 4.5

export const HEX_COLOR = /^#[0-9a-f]{6}$/

/** The WCAG contrast ratio of two colours (`#rrggbb`). */
export function contrastOf(color: string, background: string) {
  const [light = 0, dark = 0] = [luminanceOf(color), luminanceOf(background)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

export function contrastWithWhite(color: string) {
  return contrastOf(color, '#ffffff')
}

function luminanceOf(color: string) {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** `share` of the colour, from 0 to 1, with the rest of another. */
export function mixColors(color: string, share: number, other: string) {
  const others = channelsOf(other)
  const mixed = channelsOf(color).map((value, at) => Math.round(value * share + (others[at] ?? 0) * (1 - share)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channelsOf(color: string) {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
