import type { ComponentProps } from 'react'
import { useBoot } from './page.ts'
import { Link } from './ui/link.tsx'

/** Files such as feeds and sitemaps have an extension. The table of pages would be more code for every visitor. */
const PAGE = /^\/(?!api\/)[^.?#]*([?#]|$)/

/** A link that an admin has entered: to a page of the site, to another address of it such as a feed, or to another site. */
export function AnyLink({ to, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  const { base } = useBoot()
  if (PAGE.test(to)) return <Link to={to} viewTransition {...rest} />
  // Only the server can answer it, in hash mode too.
  const href = to.startsWith('/') ? base + to.slice(1) : to
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is one of the other properties
  return <a href={href} {...rest} />
}
