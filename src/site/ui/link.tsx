import { type ComponentProps, createContext, useContext } from 'react'

/** What precedes a path of the site in the address of a link: the base path, or `#` in hash mode. */
export const LinkPrefix = createContext('')

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of the site. */
  to: string
  viewTransition?: boolean
  replace?: boolean
  preventScrollReset?: boolean
}

/**
 * A link to a page of the site. It has no click handler and no router hooks, because pages have a hundred links:
 * one listener for the document follows all of them; see browser/follow-links.ts.
 */
export function Link({ to, viewTransition, replace, preventScrollReset, ...rest }: LinkProps) {
  const prefix = useContext(LinkPrefix)
  const options =
    (viewTransition ? 'transition' : '') + (replace ? ' replace' : '') + (preventScrollReset ? ' still' : '')
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is one of the other properties
  return <a href={prefix + to} data-link={options} {...rest} />
}

/** Whether a link of a navigation leads to the current page. With `below`, also from the pages below its own, except home. */
export function isCurrent(pathname: string, to: string, { below = false } = {}) {
  const here = withoutSlash(pathname.toLowerCase())
  const there = withoutSlash(to.replace(/\?.*/, ''))
  return here === there || (below && there !== '' && here.startsWith(`${there}/`))
}

function withoutSlash(path: string) {
  return path.endsWith('/') ? path.slice(0, -1) : path
}

type TextLinkProps = LinkProps & { quiet?: boolean }

/** A text link. `quiet` has no underline, for lists of links. */
export function TextLink({ quiet = false, className = '', ...rest }: TextLinkProps) {
  const look = quiet
    ? 'text-gray-600 hover:text-gray-900 hover:underline'
    : 'text-primary-700 underline decoration-primary-200 hover:decoration-primary-700'
  return <Link viewTransition className={`underline-offset-4 ${look} ${className}`} {...rest} />
}
