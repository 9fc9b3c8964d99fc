import type { ReactNode } from 'react'

/** A thing of its own on the page: a hairline, not a box on a box. */
export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`rounded-lg border border-gray-200 bg-white p-6 ${className}`}>{children}</div>
}
