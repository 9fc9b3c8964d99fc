import { PRELOAD_CONCURRENCY } from '#contract/constants.ts'

type Connection = { saveData?: boolean; effectiveType?: string }

/** Whether the connection saves data, so that nothing should be prefetched. */
export function isSparing(connection: Connection | undefined) {
  return connection?.saveData === true || /(^|-)[23]g$/.test(connection?.effectiveType ?? '')
}

/** Runs tasks with limited concurrency, each once, urgent ones first. */
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
  /** The path of the page that a link leads to, or null for another site. */
  pathOf(link: HTMLAnchorElement): string | null
  loadCode(path: string): Promise<unknown>
  /** A function that fetches its data, or null when there is no need. */
  dataAhead(path: string): (() => Promise<unknown>) | null
}

/**
 * Prefetches pages: the code of those whose links come into view, and the data of one that is about to be
 * followed, as reported by the pointer.
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
    // After a navigation the pointer may rest on a link to the current page.
    const elsewhere = link instanceof HTMLAnchorElement && link.href !== location.href
    const path = elsewhere ? pathOf(link) : null
    const loadData = path === null ? null : dataAhead(path)
    if (path !== null && loadData) enqueue(() => Promise.all([loadCode(path), loadData()]), true)
  }
}

/** Reports every link once, when it comes into view. */
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
