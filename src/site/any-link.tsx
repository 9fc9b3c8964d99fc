import type { ComponentProps } from 'react'
import { createMatcher } from './match-route.ts'
import { useBoot } from './page.ts'
import { rows } from './routes.ts'
import { Link } from './ui/link.tsx'

const paths = new Set(rows.map(({ path }) => path))
let match: ReturnType<typeof createMatcher> | null = null

/** A link that an admin has entered: to a page of the site, to another address of it such as a feed, or to another site. */
export function AnyLink({ to, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  const { base } = useBoot()
  if (isPage(to)) return <Link to={to} viewTransition {...rest} />
  // Only the server can answer it, in hash mode too.
  const href = to.startsWith('/') ? base + to.slice(1) : to
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is one of the other properties
  return <a href={href} rel="noopener" {...rest} />
}

function isPage(to: string) {
  const path = to.replace(/[?#].*/, '')
  if (paths.has(path)) return true
  match ??= createMatcher(rows)
  return match(path) !== null
}
