import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'

export type SecretMode = 'keep' | 'replace' | 'remove'

type Props = {
  name: string
  label: string
  /** What it is called in a sentence: “password”. */
  noun: string
  isSet: boolean
  mode: SecretMode
  onMode(mode: SecretMode): void
  hint?: string
}

/** A secret that is stored but never shown. It can be replaced or removed; a blank field keeps it. */
export function SecretField({ name, label, noun, isSet, mode, onMode, hint }: Props) {
  const field = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLFieldSetElement>(null)
  const [wantsFocus, setWantsFocus] = useState(false)
  // The button with the focus is gone.
  useEffect(() => {
    if (!wantsFocus) return
    const shown = field.current ?? area.current
    shown?.querySelector<HTMLElement>('input, button')?.focus()
    setWantsFocus(false)
  }, [wantsFocus])

  function change(next: SecretMode) {
    onMode(next)
    setWantsFocus(true)
  }

  if (!isSet || mode === 'replace') {
    return (
      <div ref={field} className="grid grid-cols-1 gap-2">
        <TextField
          name={name}
          label={label}
          hint={isSet ? `Leave it blank to keep the stored ${noun}.` : hint}
          type="password"
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
        />
        {isSet && (
          <div>
            <Button tone="plain" size="sm" onClick={() => change('keep')}>
              Keep the stored {noun}
            </Button>
          </div>
        )}
      </div>
    )
  }
  return (
    <fieldset ref={area}>
      <legend className="text-sm font-medium text-gray-800">{label}</legend>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-sm text-gray-600" aria-live="polite">
          {mode === 'remove' ? `The ${noun} is removed when you save.` : `Stored. For security, it is never shown.`}
        </p>
        {mode === 'remove' ? (
          <Button tone="quiet" size="sm" onClick={() => change('keep')}>
            Keep it
          </Button>
        ) : (
          <>
            <Button tone="quiet" size="sm" aria-label={`Replace the ${noun}`} onClick={() => change('replace')}>
              Replace
            </Button>
            <Button tone="quiet" size="sm" aria-label={`Remove the ${noun}`} onClick={() => change('remove')}>
              Remove
            </Button>
          </>
        )}
      </div>
    </fieldset>
  )
}

/** What to send: undefined keeps the secret, null removes it. */
export function secretToSend(mode: SecretMode, text: string | undefined) {
  if (mode === 'remove') return null
  return text === undefined || text === '' ? undefined : text
}
