import { HEIGHT, WIDTH, type Motif } from './landscapes.ts'
import { circle, path, n, rect } from './shapes.ts'

const skins = ['#f3d6bf', '#e0b48c', '#b57f57', '#946243', '#6b4530']
const hairs = ['#1d1714', '#8c8f94', '#c9974f', '#2f2340', '#e3e0da', '#5a3a22', '#a3532b']

/**
 * A plain bust in the middle of the picture, so that a round crop still shows it.
 * The digits of the seed choose: the last the skin, the one before it the hair, a leading one makes it long.
 */
export const portrait: Motif = (random, { far, inks, accent }, seed) => {
  const [cx, cy] = [WIDTH / 2, HEIGHT / 2]
  const skin = skins[seed % 10]
  const hair = hairs[Math.floor(seed / 10) % 10]
  const back = rect({ x: 0, y: 0, w: WIDTH, h: HEIGHT }, `fill="${far}"`) + circle(cx + random.between(-120, 120), cy - 80, 260, `fill="${inks[0]}" opacity=".6"`)
  const body = path(`M${cx - 270} ${HEIGHT}C${cx - 260} 610 ${cx - 120} 580 ${cx} 580S${cx + 260} 610 ${cx + 270} ${HEIGHT}Z`, `fill="${random.pick([inks[1], inks[2], accent])}"`)
  const neck = rect({ x: cx - 52, y: 480, w: 104, h: 140 }, `rx="46" fill="${skin}"`)
  const long = seed >= 100
  const behind = long
    ? path(`M${cx - 168} 330C${cx - 190} 120 ${cx + 190} 120 ${cx + 168} 330V${n(random.between(540, 620))}H${cx - 168}Z`, `fill="${hair}"`)
    : circle(cx, 310, 162, `fill="${hair}"`)
  const face = `<ellipse cx="${cx}" cy="372" rx="132" ry="158" fill="${skin}"/>`
  const fringe = path(`M${cx - 142} 352C${cx - 170} 150 ${cx + 170} 150 ${cx + 142} 352C${cx + 90} ${n(random.between(250, 320))} ${cx - 60} ${n(random.between(240, 300))} ${cx - 142} 352Z`, `fill="${hair}"`)
  return back + behind + body + neck + face + fringe
}
