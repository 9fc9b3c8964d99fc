import type { JSDOM } from 'jsdom'

/** Adds what jsdom lacks and the site needs. jsdom has no layout: every measure is zero. Tests of layout use a real browser. */
export function fillJsdomGaps() {
  ignoreNavigation()
  // React warns about elements that the browser does not know, and jsdom does not know <search>.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
    configurable: true,
    get(this: HTMLElement) {
      return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement'
    },
  })
  Range.prototype.getBoundingClientRect = () => new DOMRect()
  Range.prototype.getClientRects = () => document.createElement('div').getClientRects()
  Element.prototype.scrollIntoView = () => {}
  document.elementFromPoint = () => null
  Object.assign(globalThis, {
    ClipboardEvent: EmptyClipboardEvent,
    PerformanceNavigationTiming: PerformanceEntry,
    ResizeObserver: IdleObserver,
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  })
}

class EmptyClipboardEvent extends Event {
  readonly clipboardData = null
}

/** An observer to which nothing ever happens. */
class IdleObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** jsdom cannot load another document and reports every attempt. Tests read the address from the link or from `location`. */
function ignoreNavigation() {
  const { virtualConsole } = (globalThis as unknown as { jsdom: JSDOM }).jsdom
  virtualConsole.removeAllListeners('jsdomError')
  virtualConsole.on('jsdomError', (error) => {
    if (!error.message.includes('navigation to another Document')) console.error(error)
  })
}
