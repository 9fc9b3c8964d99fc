import { useId } from 'react'

type Props<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: string; hint?: string }[]
  /** Null when nothing is chosen yet. */
  value: Value | null
  onChange(value: Value): void
}

export function RadioGroup<Value extends string>({ legend, options, value, onChange }: Props<Value>) {
  const group = useId()
  return (
    <fieldset>
      <legend className="text-sm font-medium text-gray-800">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-11 items-center gap-3 pointer-fine:min-h-9">
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 accent-primary-700"
          />
          <span>
            {option.label}
            {option.hint && <span className="block text-sm text-gray-600">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
