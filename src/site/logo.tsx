import { useShell } from './page.ts'
import { Link } from '#site/ui/link.tsx'
import { Photo } from '#site/ui/photo.tsx'

export function Logo() {
  const { site } = useShell()
  return (
    <Link
      to="/"
      viewTransition
      // A long name is truncated before the links beside it are.
      className="inline-flex min-h-11 min-w-0 shrink-[9999] items-center md:min-w-28 gap-2 font-serif text-xl font-semibold tracking-tight"
    >
      {site.logo ? (
        <Photo
          picture={{ ...site.logo, alt: site.name, placeholder: null }}
          sizes="160px"
          first
          className="h-9 w-auto max-w-40 rounded-none! bg-transparent! object-contain! object-left rtl:object-right"
        />
      ) : (
        <>
          <Mark />
          <span className="truncate" dir="auto">
            {site.name}
          </span>
        </>
      )}
    </Link>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" className="size-7 shrink-0 max-[22rem]:hidden" aria-hidden>
      <path d="M16 11c-5-6 1-10 5-9-1 5-2 7-5 9Z" className="fill-primary-600" />
      <g className="fill-primary-900">
        <circle cx="11.5" cy="14.5" r="4" />
        <circle cx="20.5" cy="14.5" r="4" />
        <circle cx="8.5" cy="21" r="4" />
        <circle cx="16" cy="20.5" r="4.2" />
        <circle cx="23.5" cy="21" r="4" />
        <circle cx="12.2" cy="26.5" r="3.8" />
        <circle cx="19.8" cy="26.5" r="3.8" />
      </g>
    </svg>
  )
}
