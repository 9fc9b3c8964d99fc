import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = { icon: string; title: string; children?: ReactNode; action?: ReactNode }

export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-5 py-16 text-center">
      <Icon name={icon} size={32} className="text-gray-400" />
      <p className="mt-4 font-serif text-xl font-semibold text-balance">{title}</p>
      {children && <div className="mt-2 text-gray-600">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
