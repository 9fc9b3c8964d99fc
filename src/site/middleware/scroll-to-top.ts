import type { Middleware } from './visit.ts'

/** A new path starts at its top: the window by the router, and every box that scrolls by itself here. */
export const scrollToTop: Middleware = ({ path, from, hash, afterwards }) => {
  if (from === null || hash !== '' || pathname(path) === pathname(from)) return undefined
  afterwards(() => {
    for (const box of document.querySelectorAll('.overflow-y-scroll')) box.scrollTop = 0
  })
  return undefined
}

function pathname(path: string) {
  return path.split('?', 1)[0]
}
