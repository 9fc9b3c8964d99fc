import type { ProfileLink } from '#contract/people.ts'
import { Icon } from '#site/ui/icon.tsx'

/** Links are unverified, hence nofollow. */
export function ProfileLinks({ links }: { links: readonly ProfileLink[] }) {
  const shown = links.flatMap((link) => shownLink(link) ?? [])
  if (shown.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 text-sm">
      {shown.map(({ href, name, icon }) => (
        <li key={href} className="max-w-full">
          <a
            href={href}
            rel="me nofollow noopener"
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 text-primary-700 underline-offset-4 hover:underline"
          >
            <Icon name={icon} size={16} />
            <span dir="auto" className="truncate">
              {name}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Stored links are validated again: only http, https and mailto are rendered. */
function shownLink({ label, address }: ProfileLink) {
  if (!URL.canParse(address)) return null
  const { protocol, host, pathname, href } = new URL(address)
  if (protocol === 'mailto:') return { href, name: label || pathname, icon: 'mail' }
  if (protocol !== 'http:' && protocol !== 'https:') return null
  return { href, name: label || host.replace(/^www\./, ''), icon: 'link' }
}
