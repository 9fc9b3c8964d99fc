import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export type Tab = { value: string; label: ReactNode; content: ReactNode }

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <Base.Root defaultValue={tabs[0]?.value}>
      <Base.List aria-label={label} className="relative flex gap-6 overflow-x-auto border-b border-gray-200">
        {tabs.map(({ value, label: text }) => (
          <Base.Tab
            key={value}
            value={value}
            className="min-h-11 whitespace-nowrap text-sm font-medium text-gray-600 hover:text-gray-900 focus-visible:-outline-offset-2 data-active:text-gray-900"
          >
            {text}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-primary-700 transition-[translate,width]" />
      </Base.List>
      {tabs.map(({ value, content }) => (
        <Base.Panel key={value} value={value} className="py-5">
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
