/** Numbers in a picture need no more than this, and it halves the file. */
export function n(value: number) {
  return String(Math.round(value * 10) / 10)
}

export function circle(x: number, y: number, r: number, rest: string) {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" ${rest}/>`
}

export function rect(box: { x: number; y: number; w: number; h: number }, rest: string) {
  return `<rect x="${n(box.x)}" y="${n(box.y)}" width="${n(box.w)}" height="${n(box.h)}" ${rest}/>`
}

export function path(d: string, rest: string) {
  return `<path d="${d}" ${rest}/>`
}

export type Point = readonly [number, number]

/** A soft line through points that run from left to right. */
export function curve(points: readonly Point[]) {
  return points
    .map(([x, y], index) => {
      const previous = points[index - 1]
      if (!previous) return `M${n(x)} ${n(y)}`
      const middle = (previous[0] + x) / 2
      return `C${n(middle)} ${n(previous[1])} ${n(middle)} ${n(y)} ${n(x)} ${n(y)}`
    })
    .join('')
}

/** How many from zero: `steps(3)` is 0, 1, 2. */
export function steps(count: number) {
  return Array.from({ length: count }, (_, index) => index)
}
