import { useId, useState } from 'react'
import type { SettingKey } from '#contract/settings/settings.ts'
import { controlLook } from '#site/ui/field.tsx'
import { hintId, settingLabel, useInvalid } from './setting-form.tsx'

type Props = {
  label: string
  of: SettingKey
  dir: 'ltr' | 'auto'
  value: string[]
  onChange(lines: string[]): void
}

/** A list with one entry per line. */
export function LinesField({ label, of, dir, value, onChange }: Props) {
  const id = useId()
  const invalid = useInvalid()
  const [text, setText] = useState(value.join('\n'))
  // Changed from outside: discarded, or replaced by the default.
  const shown = JSON.stringify(linesIn(text)) === JSON.stringify(value) ? text : value.join('\n')
  return (
    <>
      <label htmlFor={id} className={settingLabel}>
        {label}
      </label>
      <textarea
        id={id}
        rows={4}
        dir={dir}
        spellCheck={false}
        aria-describedby={hintId(of)}
        value={shown}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          onChange(linesIn(currentTarget.value))
        }}
        {...invalid}
        className={`max-h-80 py-2.5 field-sizing-content ${controlLook}`}
      />
    </>
  )
}

function linesIn(text: string) {
  return text.split('\n').flatMap((line) => line.trim() || [])
}
