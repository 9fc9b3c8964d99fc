import { HEIGHT, WIDTH, type Motif } from './landscapes.ts'
import { circle, n, path, rect, steps } from './shapes.ts'

export const rings: Motif = (random, { far, inks, accent }) => {
  const [cx, cy] = [random.between(440, 760), random.between(330, 470)]
  const tones = [far, ...inks]
  const bands = steps(11).map((i) => {
    const r = 560 - i * 50 + random.between(-9, 9)
    return circle(cx + random.between(-7, 7), cy + random.between(-7, 7), r, `fill="${tones[i % 4]}" opacity=".9"`)
  })
  return bands.join('') + circle(cx, cy, 26, `fill="${accent}"`)
}

export const circuit: Motif = (random, { far, inks, accent }) => {
  const cell = 50
  const traces = steps(44).map(() => {
    let [x, y] = [Math.round(random.between(1, 23)) * cell, Math.round(random.between(1, 15)) * cell]
    const start = circle(x, y, 9, `fill="${inks[2]}"`)
    let d = `M${x} ${y}`
    for (let turn = 0; turn < 3; turn++) {
      const run = Math.round(random.between(1, 4)) * cell * random.pick([-1, 1])
      if (turn % 2) y += run
      else x += run
      d += `L${x} ${y}`
    }
    const tone = random.chance(0.12) ? accent : random.pick(inks)
    return path(d, `fill="none" stroke="${tone}" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"`) + start + circle(x, y, 9, `fill="${tone}"`)
  })
  const chips = steps(5).map(() => {
    const [x, y] = [Math.round(random.between(2, 19)) * cell, Math.round(random.between(2, 12)) * cell]
    return rect({ x, y, w: cell * 3, h: cell * 2 }, `rx="10" fill="${far}" stroke="${inks[2]}" stroke-width="7"`)
  })
  return traces.join('') + chips.join('')
}

export const weave: Motif = (random, { far, inks, accent }) => {
  const step = 80
  const tones = steps(15).map(() => (random.chance(0.12) ? accent : random.pick([far, ...inks])))
  const warp = steps(15).map((i) => rect({ x: i * step + 10, y: 0, w: step - 20, h: HEIGHT }, `fill="${tones[i]}"`))
  const weft = steps(10).flatMap((j) => {
    const tone = random.pick([inks[0], inks[1], inks[2], far])
    return steps(15)
      .filter((i) => (i + j) % 2 === 0)
      .map((i) => rect({ x: i * step - 6, y: j * step + 10, w: step + 12, h: step - 20 }, `rx="10" fill="${tone}"`))
  })
  return warp.join('') + weft.join('')
}

export const orbits: Motif = (random, { far, inks, accent }) => {
  const [cx, cy] = [random.between(480, 720), random.between(360, 440)]
  const tilt = random.between(-25, 25)
  const paths = steps(7).map((i) => {
    const [rx, ry] = [120 + i * 82, 70 + i * 46]
    const angle = random.between(0, Math.PI * 2)
    const planet = circle(cx + Math.cos(angle) * rx, cy + Math.sin(angle) * ry, random.between(11, 34), `fill="${inks[i % 3]}"`)
    return `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${rx}" ry="${ry}" fill="none" stroke="${inks[1]}" stroke-opacity=".55" stroke-width="3"/>${planet}`
  })
  const glow = circle(cx, cy, 110, `fill="${far}"`) + circle(cx, cy, 58, `fill="${accent}"`)
  return `<g transform="rotate(${n(tilt)} ${n(cx)} ${n(cy)})">${glow}${paths.join('')}</g>`
}

export const arches: Motif = (random, { far, inks, accent }) => {
  const rows = [
    { y: 300, w: 150, tone: far },
    { y: 430, w: 200, tone: inks[0] },
    { y: 560, w: 240, tone: inks[1] },
  ]
  const wall = rows.flatMap(({ y, w, tone }) => {
    const shift = random.between(-w, 0)
    return steps(10).map((i) => {
      const [x, r] = [shift + i * w, w * 0.38]
      const lit = random.chance(0.12) ? accent : inks[2]
      const arch = path(`M${n(x + w / 2 - r)} ${HEIGHT}V${n(y + r + 24)}a${n(r)} ${n(r)} 0 0 1 ${n(r * 2)} 0V${HEIGHT}Z`, `fill="${lit}" opacity=".9"`)
      return rect({ x, y, w: w + 1, h: HEIGHT - y }, `fill="${tone}"`) + arch
    })
  })
  return circle(random.between(300, 900), 180, random.between(50, 80), `fill="${accent}" opacity=".8"`) + wall.join('')
}

export const leaves: Motif = (random, { far, inks, accent }) => {
  const stems = steps(9).map((i) => {
    const x = 40 + i * 140 + random.between(-30, 30)
    const lean = random.between(-70, 70)
    const stem = path(`M${n(x)} ${HEIGHT}Q${n(x + lean)} 420 ${n(x + lean * 1.4)} ${n(random.between(40, 150))}`, `fill="none" stroke="${inks[2]}" stroke-width="6"`)
    const blades = steps(7).map((k) => {
      const t = (k + 1) / 8
      const [px, py, side] = [x + lean * 1.3 * t, HEIGHT - t * 660, k % 2 ? 1 : -1]
      const size = random.between(60, 104)
      const tone = random.pick([far, ...inks])
      return path('M0 0C.3-.42.8-.42 1 0C.8.42.3.42 0 0Z', `fill="${tone}" transform="translate(${n(px)} ${n(py)}) rotate(${n(side > 0 ? random.between(-50, -15) : random.between(195, 230))}) scale(${n(size)})"`)
    })
    return stem + blades.join('')
  })
  const berries = steps(11).map(() => circle(random.between(60, 1140), random.between(120, 720), random.between(9, 19), `fill="${accent}"`))
  return stems.join('') + berries.join('')
}

export const pages: Motif = (random, { far, inks, accent }) => {
  const sheets = steps(9).map((i) => {
    const [x, y, turn] = [random.between(140, 760), random.between(60, 420), random.between(-16, 16)]
    const lines = steps(7).map((k) => rect({ x: x + 34, y: y + 46 + k * 34, w: random.between(110, 220), h: 9 }, `rx="4" fill="${inks[k === 0 ? 2 : 0]}" opacity=".75"`))
    const sheet = rect({ x, y, w: 290, h: 330 }, `rx="8" fill="${i % 3 === 2 ? far : '#fff'}" stroke="${inks[1]}" stroke-opacity=".35" stroke-width="3"`)
    const ribbon = random.chance(0.3) ? rect({ x: x + 232, y: y - 8, w: 24, h: 90 }, `fill="${accent}"`) : ''
    return `<g transform="rotate(${n(turn)} ${n(x + 145)} ${n(y + 165)})">${sheet}${lines.join('')}${ribbon}</g>`
  })
  const desk = rect({ x: 0, y: 0, w: WIDTH, h: HEIGHT }, `fill="${far}"`)
  return desk + sheets.join('')
}
