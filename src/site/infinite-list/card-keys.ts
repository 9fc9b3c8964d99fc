import { onShortcut } from '#site/browser/first-keys.ts'
import { mayBeShortcut } from '#site/browser/shortcut-keys.ts'

/** The link that stands for its whole card carries this attribute. */
const CARDS = 'main a[data-card]'
const steps = new Map([
  ['j', 1],
  ['k', -1],
])

let lists = 0
let stop = () => {}

/** Starts the shortcuts `j`, `k` (next, previous card) and `b` (save) and returns a function that stops them. Two lists on a page share one listener. */
export function startCardKeys() {
  if (lists++ === 0) stop = onShortcut(onKey)
  return () => {
    if (--lists === 0) stop()
  }
}

function onKey(event: KeyboardEvent) {
  const step = steps.get(event.key)
  if ((!step && event.key !== 'b') || !mayBeShortcut(event)) return
  if (!step) return save(event)
  const cards = [...document.querySelectorAll<HTMLElement>(CARDS)]
  const next = cards[placeOf(cards, step) + step]
  if (!next) return
  event.preventDefault()
  next.focus({ preventScroll: true })
  const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  const card = next.closest('article') ?? next
  card.scrollIntoView({ block: 'center', behavior: reduced ? 'auto' : 'smooth' })
}

/** Clicks the save button of the focused card or, without one, of the open story. */
function save(event: KeyboardEvent) {
  const card = document.activeElement?.closest('article')
  const ribbon =
    card?.querySelector<HTMLElement>('[data-save]') ?? document.querySelector<HTMLElement>('main [data-save="page"]')
  if (!ribbon) return
  event.preventDefault()
  ribbon.click()
}

/** The index of the focused card; without focus, next to the first visible one. */
function placeOf(cards: HTMLElement[], step: number) {
  const card = document.activeElement?.closest('article')
  const focused = cards.findIndex((link) => link === document.activeElement || (card && card.contains(link)))
  if (focused >= 0) return focused
  const inSight = cards.findIndex((link) => link.getBoundingClientRect().bottom > 80)
  const first = inSight < 0 ? cards.length : inSight
  return step > 0 ? first - 1 : first
}
