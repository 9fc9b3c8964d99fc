import { useLocation } from 'react-router'

/** Where to go on to: a path of this site, or home. Whatever else an address in a link may say, nobody is sent away. */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, HERE)) return HOME
  // A browser reads an address its own way: it drops tabs, turns backslashes and takes steps up. What it would make of it counts.
  const { origin, pathname, search, hash } = new URL(next, HERE)
  if (origin !== HERE || pathname.startsWith('//')) return HOME
  if (/^\/auth(\/|$)/i.test(pathname)) return HOME
  return pathname + search + hash
}

/** The path to `to`, which goes on to `next` afterwards. */
export function withNext(to: string, next: string) {
  return next === HOME ? to : `${to}?next=${encodeURIComponent(next)}`
}

export function useNext() {
  return safeNext(new URLSearchParams(useLocation().search).get('next'))
}

const HOME = '/'
const HERE = 'http://here.invalid'
