import { useLocation } from 'react-router'

/** Returns `next` if it is a path on this site, otherwise home. Prevents open redirects. */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, HERE)) return HOME
  // Browsers drop tabs, turn backslashes into slashes and resolve dot segments, so check the parsed URL.
  const { origin, pathname, search, hash } = new URL(next, HERE)
  if (origin !== HERE || pathname.startsWith('//')) return HOME
  if (/^\/auth(\/|$)/i.test(pathname)) return HOME
  return pathname + search + hash
}

export function withNext(to: string, next: string) {
  return next === HOME ? to : `${to}?next=${encodeURIComponent(next)}`
}

export function useNext() {
  return safeNext(new URLSearchParams(useLocation().search).get('next'))
}

const HOME = '/'
const HERE = 'http://here.invalid'
