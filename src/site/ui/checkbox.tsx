import { Checkbox as Base } from '@base-ui/react/checkbox'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = ComponentProps<typeof Base.Root> & { label: ReactNode }

export function Checkbox({ label, ...rest }: Props) {
  return (
    <label className="flex min-h-11 items-center gap-3 pointer-fine:min-h-8">
      <Base.Root
        className="grid size-5 shrink-0 place-items-center rounded-sm border border-gray-400 bg-white transition-colors data-checked:border-primary-700 data-checked:bg-primary-700 data-disabled:opacity-50 data-indeterminate:border-primary-700 data-indeterminate:bg-primary-700"
        {...rest}
      >
        <Base.Indicator className="text-white">
          <Icon name={rest.indeterminate ? 'minus' : 'check'} size={16} />
        </Base.Indicator>
      </Base.Root>
      <span>{label}</span>
    </label>
  )
}
