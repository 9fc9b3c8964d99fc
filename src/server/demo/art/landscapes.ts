import type { Palette } from './palettes.ts'
import type { Random } from './random.ts'
import { circle, curve, n, path, rect, steps, type Point } from './shapes.ts'

export const WIDTH = 1200
export const HEIGHT = 800

export type Motif = (random: Random, palette: Palette, seed: number) => string

function ridge(random: Random, { y, sway, points }: { y: number; sway: number; points: number }): Point[] {
  return steps(points + 1).map((i) => [(i * WIDTH) / points, y + random.between(-sway, sway)])
}

function land(line: readonly Point[], fill: string) {
  return path(`${curve(line)}V${HEIGHT}H0Z`, `fill="${fill}"`)
}

export const hills: Motif = (random, { far, inks, accent }) => {
  const sun = circle(random.between(250, 950), random.between(170, 290), random.between(60, 110), `fill="${accent}" opacity=".85"`)
  const tones = [far, inks[0], inks[1], inks[2]]
  const ridges = tones.map((tone, i) => land(ridge(random, { y: 340 + i * 115, sway: 55 - i * 6, points: 4 + i }), tone))
  return sun + ridges.join('')
}

export const tide: Motif = (random, { far, inks, accent }) => {
  const sun = circle(random.between(300, 900), 300, random.between(70, 120), `fill="${accent}" opacity=".8"`)
  const tones = [far, inks[0], inks[0], inks[1], inks[1], inks[2]]
  const waves = tones.map((tone, i) => {
    const y = 330 + i * 82
    const shift = random.between(0, 160)
    const crest = steps(12).map((k): Point => [k * 160 - 160 - shift + 80, y + (k % 2 ? 22 : -22)])
    return `<g opacity="${n(0.75 + i * 0.05)}">${land([[-200, y], ...crest, [WIDTH + 200, y]], tone)}</g>`
  })
  return sun + waves.join('')
}

export const contours: Motif = (random, { far, inks, accent }) => {
  const [cx, cy] = [random.between(420, 780), random.between(320, 480)]
  const lobes = steps(4).map(() => ({ at: random.between(0, Math.PI * 2), size: random.between(0.06, 0.2) }))
  const rings = steps(13).map((i) => {
    const r = 660 - i * 50
    const edge = steps(48).map((k) => {
      const angle = (k / 48) * Math.PI * 2
      const swell = lobes.reduce((sum, { at, size }, j) => sum + size * Math.cos((j + 2) * (angle - at)), 1)
      return `${n(cx + Math.cos(angle) * r * swell * 1.15)} ${n(cy + Math.sin(angle) * r * swell * 0.8)}`
    })
    const fill = i % 4 === 0 ? far : 'none'
    return path(`M${edge.join('L')}Z`, `fill="${fill}" fill-opacity=".5" stroke="${inks[i > 8 ? 2 : 1]}" stroke-opacity="${n(0.35 + i * 0.05)}" stroke-width="2.5" stroke-linejoin="round"`)
  })
  return rings.join('') + circle(cx, cy, 16, `fill="${accent}"`)
}

export const rain: Motif = (random, { far, inks, accent }) => {
  const drops = steps(150).map(() => {
    const [x, y, length] = [random.between(-60, WIDTH), random.between(-40, HEIGHT), random.between(24, 96)]
    const tone = random.chance(0.04) ? accent : random.pick(inks)
    return path(`M${n(x)} ${n(y)}l${n(length * 0.32)} ${n(length)}`, `stroke="${tone}" stroke-width="${n(random.between(2, 7))}" stroke-linecap="round" opacity="${n(random.between(0.35, 0.95))}"`)
  })
  const ground = land(ridge(random, { y: 690, sway: 20, points: 5 }), far)
  return ground + drops.join('')
}

export const rails: Motif = (random, { far, inks, accent }) => {
  const [x, y] = [random.between(420, 780), random.between(260, 340)]
  const sky = circle(x + random.between(-180, 180), y - 60, random.between(60, 100), `fill="${accent}" opacity=".85"`)
  const plain = rect({ x: 0, y, w: WIDTH, h: HEIGHT - y }, `fill="${far}"`)
  const sleepers = steps(16).map((i) => {
    const depth = ((i + 1) / 16) ** 2.2
    const [half, top] = [20 + depth * 430, y + depth * (HEIGHT - y)]
    return rect({ x: x - half, y: top, w: half * 2, h: 3 + depth * 22 }, `fill="${inks[1]}" opacity="${n(0.35 + depth * 0.6)}"`)
  })
  const rail = (side: number) =>
    path(`M${n(x + side * 4)} ${n(y)}L${n(x + side * 330)} ${HEIGHT}h${side * 34}L${n(x + side * 7)} ${n(y)}Z`, `fill="${inks[2]}"`)
  const poles = steps(5).map((i) => {
    const depth = ((i + 1) / 5) ** 1.8
    const px = x + 60 + depth * 520
    return path(`M${n(px)} ${n(y + depth * 330)}V${n(y - depth * 210)}m${n(-26 * depth)} ${n(24 * depth)}h${n(52 * depth)}`, `stroke="${inks[2]}" stroke-width="${n(2 + depth * 9)}" fill="none"`)
  })
  const range = path(`${curve(ridge(random, { y: y - 6, sway: 26, points: 6 }))}V${n(y + 2)}H0Z`, `fill="${inks[0]}"`)
  return sky + range + plain + sleepers.join('') + rail(-1) + rail(1) + poles.join('')
}
