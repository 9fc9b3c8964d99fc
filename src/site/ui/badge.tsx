import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-gray-100 text-gray-700',
  primary: 'bg-primary-100 text-primary-900',
  warning: 'bg-warning-50 text-warning-800',
  danger: 'bg-danger-50 text-danger-800',
}

export function Badge({ tone = 'neutral', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span className={`inline-flex items-center rounded-full px-2.5 py-0.5 text-sm font-medium ${tones[tone]}`}>
      {children}
    </span>
  )
}
