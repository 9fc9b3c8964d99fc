import { useId } from 'react'
import { Icon } from '#site/ui/icon.tsx'

type Props<Value extends string> = {
  label: string
  choices: Record<Value, { name: string; icon: string }>
  /** Those that are offered; all by default. */
  offered?: readonly Value[]
  value: Value
  onChoose(value: Value): void
}

/** Radio buttons, so that the arrow keys move between the options. */
export function SegmentedControl<Value extends string>({ label, choices, offered, value, onChoose }: Props<Value>) {
  const group = useId()
  return (
    <fieldset className="flex max-w-full overflow-x-auto rounded-full bg-gray-200 p-0.5">
      <legend className="sr-only">{label}</legend>
      {(offered ?? keysOf(choices)).map((key) => (
        <label
          key={key}
          title={choices[key].name}
          className="relative inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-3 text-sm whitespace-nowrap text-gray-700 has-checked:bg-white has-checked:font-medium has-checked:text-gray-900 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-primary-600 pointer-fine:min-h-8"
        >
          <input
            type="radio"
            name={group}
            checked={value === key}
            onChange={() => onChoose(key)}
            className="absolute inset-0 opacity-0"
          />
          <Icon name={choices[key].icon} size={16} />
          <span className="max-md:sr-only">{choices[key].name}</span>
        </label>
      ))}
    </fieldset>
  )
}

function keysOf<Value extends string>(table: Record<Value, unknown>): Value[] {
  const keys: Value[] = []
  for (const key in table) keys.push(key)
  return keys
}
