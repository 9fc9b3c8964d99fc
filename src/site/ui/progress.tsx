import { Progress as Base } from '@base-ui/react/progress'

type Props = { label: string; value: number | null; max?: number }

/** Progress in percent; null when unknown. */
export function Progress({ label, value, max = 100 }: Props) {
  return (
    <Base.Root value={value} max={max} className="grid grid-cols-2 gap-y-1.5 text-sm">
      <Base.Label className="font-medium text-gray-700">{label}</Base.Label>
      <Base.Value className="text-end text-gray-500 tabular-nums" />
      <Base.Track className="col-span-2 h-1.5 overflow-hidden rounded-full bg-gray-200">
        <Base.Indicator
          className={`h-full rounded-full bg-primary-600 transition-[width] ${value === null ? 'w-1/4 animate-slide' : ''}`}
        />
      </Base.Track>
    </Base.Root>
  )
}
