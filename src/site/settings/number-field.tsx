import { useId, useState } from 'react'
import type { SettingKey } from '#contract/settings/settings.ts'
import { controlLook } from '#site/ui/field.tsx'
import { hintId, settingLabel, useInvalid } from './setting-form.tsx'

type Props = {
  of: SettingKey
  label: string
  least?: number
  most: number
  value: number
  onChange(value: number): void
}

/** A whole number, from 0 unless `least` says otherwise. The browser refuses to send the form while it is out of range. */
export function NumberField({ of, label, least = 0, most, value, onChange }: Props) {
  const id = useId()
  const invalid = useInvalid()
  const [text, setText] = useState(String(value))
  return (
    <>
      <label htmlFor={id} className={settingLabel}>
        {label}
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        required
        min={least}
        max={most}
        step={1}
        aria-describedby={hintId(of)}
        value={Number(text) === value && text !== '' ? text : String(value)}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          onChange(currentTarget.valueAsNumber || 0)
        }}
        {...invalid}
        className={`min-h-11 max-w-32 ${controlLook}`}
      />
    </>
  )
}
