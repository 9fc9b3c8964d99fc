import { ButtonLink } from './button.tsx'

type Props = {
  first: string | null
  next: string | null
  label: string
  byTime?: boolean
}

/** Real links, which work without scripts. */
export function Pagination({ first, next, label, byTime = true }: Props) {
  if (!first && !next) return null
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-4 py-8">
      <span>
        {first && (
          <ButtonLink to={first} tone="quiet" rel="first">
            {byTime ? 'Back to the newest' : 'Back to the start'}
          </ButtonLink>
        )}
      </span>
      {next && (
        <ButtonLink to={next} tone="quiet" rel="next">
          {byTime ? 'Older' : 'More'}
        </ButtonLink>
      )}
    </nav>
  )
}
