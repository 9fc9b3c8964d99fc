import { isWriting } from '#site/browser/is-writing.ts'

/** The link that stands for its whole card carries this attribute. */
const CARDS = 'main a[data-card]'
const steps = new Map([
  ['j', 1],
  ['k', -1],
])

let listeners = 0

/** Moves the keyboard to the next or the previous card and saves the one it is on, until it is stopped. Two lists on one page share it. */
export function startCardKeys() {
  if (listeners++ === 0) document.addEventListener('keydown', onKey)
  return () => {
    if (--listeners === 0) document.removeEventListener('keydown', onKey)
  }
}

function onKey(event: KeyboardEvent) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
  if (event.key === 'b') return save(event)
  const step = steps.get(event.key)
  if (!step) return
  const cards = [...document.querySelectorAll<HTMLElement>(CARDS)]
  const next = cards[placeOf(cards, step) + step]
  if (!next) return
  event.preventDefault()
  next.focus({ preventScroll: true })
  const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  const card = next.closest('article') ?? next
  card.scrollIntoView({ block: 'center', behavior: reduced ? 'auto' : 'smooth' })
}

/** Presses the ribbon of the card that the keyboard is on; on no card, that of the story one reads. */
function save(event: KeyboardEvent) {
  const card = document.activeElement?.closest('article')
  const ribbon =
    card?.querySelector<HTMLElement>('[data-save]') ?? document.querySelector<HTMLElement>('main [data-save="page"]')
  if (!ribbon) return
  event.preventDefault()
  ribbon.click()
}

/** Where the keyboard is; if on no card, beside the first one in sight. */
function placeOf(cards: HTMLElement[], step: number) {
  const card = document.activeElement?.closest('article')
  const focused = cards.findIndex((link) => link === document.activeElement || (card && card.contains(link)))
  if (focused >= 0) return focused
  const inSight = cards.findIndex((link) => link.getBoundingClientRect().bottom > 80)
  const first = inSight < 0 ? cards.length : inSight
  return step > 0 ? first - 1 : first
}
