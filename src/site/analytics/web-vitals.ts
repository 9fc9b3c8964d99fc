import type { VitalName } from '#contract/analytics/events.ts'

/** What the entries of the observed types have. */
type Entry = PerformanceEntry & {
  value?: number
  hadRecentInput?: boolean
  interactionId?: number
  responseStart?: number
  /** When a page that was loaded ahead was shown. */
  activationStart?: number
}

const types = ['paint', 'largest-contentful-paint', 'layout-shift', 'event']
/** Layout shifts are one when they are this close to each other, for this long at most. */
const SHIFT_GAP_MS = 1000
const SHIFT_WINDOW_MS = 5000
/** The least that a browser measures. */
const EVENT_MS = 16
/** One in so many interactions may be slower than the one that counts. */
const INTERACTIONS_PER_OUTLIER = 50

/**
 * Measures the Core Web Vitals of the document. Returns a function that reports them the first time it is called. A
 * document that was opened in the background has none.
 */
export function measureVitals(report: (name: VitalName, value: number) => void) {
  const values = new Map<VitalName, number>()
  const interactions = new Map<number, number>()
  let shift = 0
  let firstShift = 0
  let lastShift = -Infinity
  let done = performance.getEntriesByType('visibility-state').some(({ name }) => name === 'hidden')
  const visit: Entry | undefined = performance.getEntriesByType('navigation')[0]
  const start = visit?.activationStart ?? 0
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(look))

  if (visit?.responseStart) values.set('TTFB', visit.responseStart - start)
  for (const type of types)
    if (PerformanceObserver.supportedEntryTypes.includes(type)) {
      if (type === 'layout-shift') values.set('CLS', 0)
      const options = { type, buffered: true, durationThreshold: EVENT_MS }
      observer.observe(options)
    }

  function look({ name, entryType, startTime, duration, value, hadRecentInput, interactionId }: Entry) {
    if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
    if (entryType === 'largest-contentful-paint') values.set('LCP', startTime - start)
    if (name === 'first-contentful-paint') values.set('FCP', startTime - start)
    if (!value || hadRecentInput) return
    if (startTime - lastShift > SHIFT_GAP_MS || startTime - firstShift > SHIFT_WINDOW_MS) {
      shift = 0
      firstShift = startTime
    }
    lastShift = startTime
    shift += value
    values.set('CLS', Math.max(values.get('CLS') ?? 0, shift))
  }

  return () => {
    if (done) return
    done = true
    observer.takeRecords().forEach(look)
    const slowest = [...interactions.values()].toSorted((a, b) => b - a)
    const count = 'interactionCount' in performance ? performance.interactionCount : slowest.length
    const slow = slowest[Math.min(Math.floor(count / INTERACTIONS_PER_OUTLIER), slowest.length - 1)]
    if (slow) values.set('INP', slow)
    for (const [name, value] of values) report(name, Math.max(0, value))
  }
}
