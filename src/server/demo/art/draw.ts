import { HEIGHT, WIDTH, type Motif, contours, hills, rails, rain, tide } from './landscapes.ts'
import { type PaletteName, palettes } from './palettes.ts'
import { arches, circuit, leaves, orbits, pages, rings, weave } from './patterns.ts'
import { portrait } from './portrait.ts'
import { seededRandom } from './random.ts'

const motifs = { hills, circuit, rings, weave, orbits, rails, arches, rain, leaves, tide, contours, pages, portrait } satisfies Record<string, Motif>

export type Art = { motif: keyof typeof motifs; seed: number; palette: PaletteName }

/** Parses a name such as `hills-12-moss`; null when it is invalid. */
export function parseArt(name: string): Art | null {
  const [, motif = '', seed, palette = ''] = /^([a-z]+)-(\d{1,4})-([a-z]+)$/.exec(name) ?? []
  return isMotif(motif) && isPalette(palette) ? { motif, seed: Number(seed), palette } : null
}

export function nameArt({ motif, seed, palette }: Art) {
  return `${motif}-${seed}-${palette}`
}

export const ART_SIZE = { width: WIDTH, height: HEIGHT }

/** Deterministic: the same name always gives the same picture. */
export function drawArt({ motif, seed, palette }: Art): string {
  const colours = palettes[palette]
  const drawing = motifs[motif](seededRandom(seed), colours, seed)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${colours.paper}"/>${drawing}</svg>`
}

function isMotif(name: string): name is keyof typeof motifs {
  return Object.hasOwn(motifs, name)
}

function isPalette(name: string): name is PaletteName {
  return Object.hasOwn(palettes, name)
}
