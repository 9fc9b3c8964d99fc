import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

const tones = {
  info: { look: 'border-gray-200 bg-gray-50 text-gray-800', icon: 'info' },
  success: { look: 'border-primary-200 bg-primary-50 text-primary-900', icon: 'circle-check' },
  warning: { look: 'border-warning-200 bg-warning-50 text-warning-800', icon: 'triangle-alert' },
  danger: { look: 'border-danger-200 bg-danger-50 text-danger-800', icon: 'circle-alert' },
}

type Props = { tone?: keyof typeof tones; title?: ReactNode; children: ReactNode; action?: ReactNode }

/** A message on the page. An urgent one interrupts screen readers. */
export function Banner({ tone = 'info', title, children, action }: Props) {
  const { look, icon } = tones[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={`flex items-start gap-3 rounded-md border px-4 py-3 ${look}`}
    >
      <Icon name={icon} className="mt-0.5" />
      <div className="min-w-0 flex-1 text-sm">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  )
}
