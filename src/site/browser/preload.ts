import { PRELOAD_CONCURRENCY } from '#contract/constants.ts'

type Connection = { saveData?: boolean; effectiveType?: string }

/** Whether fetching ahead would be at this visitor's expense. */
export function isSparing(connection: Connection | undefined) {
  return connection?.saveData === true || /(^|-)[23]g$/.test(connection?.effectiveType ?? '')
}

/** Runs tasks a few at a time; each only once, and those that are urgent before the others. */
export function createQueue(concurrency = PRELOAD_CONCURRENCY) {
  const waiting: (() => Promise<unknown>)[] = []
  let running = 0

  function next() {
    const task = running < concurrency ? waiting.shift() : undefined
    if (!task) return
    running += 1
    void task()
      .catch(() => {})
      .finally(() => {
        running -= 1
        next()
      })
    next()
  }

  return (task: () => Promise<unknown>, urgent = false) => {
    if (urgent) waiting.unshift(task)
    else waiting.push(task)
    next()
  }
}

type Preloads = {
  /** The path of a page of this site that a link leads to, or null. */
  pathOf(link: HTMLAnchorElement): string | null
  loadCode(path: string): Promise<unknown>
  /** What fetches its data, or null when there is no need. */
  dataAhead(path: string): (() => Promise<unknown>) | null
}

/**
 * Fetches pages ahead: the code of those whose links come into view, and the data too of one that is about to be
 * followed, which whoever sees the pointer tells.
 */
export function startPreloading({ pathOf, loadCode, dataAhead }: Preloads): (pointedAt: EventTarget | null) => void {
  const connection: Connection | undefined = Reflect.get(navigator, 'connection')
  if (isSparing(connection)) return () => {}
  const enqueue = createQueue()
  watchLinks((link) => {
    const path = pathOf(link)
    if (path !== null) enqueue(() => loadCode(path))
  })

  return (pointedAt) => {
    const link = pointedAt instanceof Element ? pointedAt.closest('a[href]') : null
    // After a navigation the pointer may rest on a link to the very page it led to.
    const elsewhere = link instanceof HTMLAnchorElement && link.href !== location.href
    const path = elsewhere ? pathOf(link) : null
    const loadData = path === null ? null : dataAhead(path)
    if (path !== null && loadData) enqueue(() => Promise.all([loadCode(path), loadData()]), true)
  }
}

/** Tells of every link of the page once, when it comes into view. */
function watchLinks(tell: (link: HTMLAnchorElement) => void) {
  const seen = new WeakSet<Element>()
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue
      inView.unobserve(target)
      tell(target)
    }
  })
  const watch = () => {
    for (const link of document.querySelectorAll('a[href]')) {
      if (seen.has(link)) continue
      seen.add(link)
      inView.observe(link)
    }
  }
  const whenIdle =
    'requestIdleCallback' in window ? window.requestIdleCallback : (task: () => void) => setTimeout(task, 200)
  new MutationObserver(() => whenIdle(watch)).observe(document.body, { childList: true, subtree: true })
  whenIdle(watch)
}
