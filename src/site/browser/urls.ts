import type { Boot } from '#site/page.ts'

type Place = { pathname: string; search: string; hash: string }

/** Translates between URLs and the paths of the route table. */
export function createAddresses({ base, mode }: Pick<Boot, 'base' | 'mode'>) {
  /** The path and query of a URL, without the base. */
  function pathOf({ pathname, search, hash }: Place) {
    if (mode === 'hash') return hash.slice(1) || '/'
    const inside = pathname.toLowerCase().startsWith(base.toLowerCase())
    return `/${inside ? pathname.slice(base.length) : ''}${search}`
  }

  function addressOf(path: string) {
    return mode === 'hash' ? `${base}#${path}` : base + path.slice(1)
  }

  /** The router's requests have no fragment: in hash mode their path is the page's path. */
  function pathOfRequest(url: URL) {
    return mode === 'hash' ? url.pathname + url.search : pathOf(url)
  }

  return { pathOf, addressOf, pathOfRequest }
}

export function pathnameOf(path: string) {
  return path.split('?', 1)[0] ?? '/'
}
