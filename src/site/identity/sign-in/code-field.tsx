import type { Ref } from 'react'
import { TextField } from '#site/ui/field.tsx'

/** Longer than six characters, because some apps show the code with spaces. */
export function CodeField({ hint, ref }: { hint: string; ref?: Ref<HTMLInputElement> }) {
  return (
    <TextField
      ref={ref}
      name="code"
      label="Six-digit code"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      dir="ltr"
      hint={hint}
    />
  )
}
