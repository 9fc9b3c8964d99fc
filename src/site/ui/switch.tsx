import { Switch as Base } from '@base-ui/react/switch'
import type { ComponentProps, ReactNode } from 'react'

type Props = ComponentProps<typeof Base.Root> & { label: ReactNode }

/** For a setting that takes effect at once; use a checkbox in forms. */
export function Switch({ label, ...rest }: Props) {
  return (
    <label className="flex min-h-11 items-center justify-between gap-4 pointer-fine:min-h-8">
      <span>{label}</span>
      <Base.Root
        className="flex h-6 w-10 shrink-0 rounded-full bg-gray-500 p-0.5 transition-colors data-checked:bg-primary-700 data-disabled:opacity-50"
        {...rest}
      >
        <Base.Thumb className="size-5 rounded-full bg-white transition-transform data-checked:translate-x-4 rtl:data-checked:-translate-x-4" />
      </Base.Root>
    </label>
  )
}
