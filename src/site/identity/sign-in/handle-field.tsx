import { type ReactNode, useState } from 'react'
import { TextField } from '#site/ui/field.tsx'

type Props = {
  defaultValue?: string
  /** Whether the typed handle is available. */
  state?: 'asking' | 'free' | 'taken' | null
  onTyped?(typed: string): void
}

/** Shows the profile address while the handle is typed. */
export function HandleField({ defaultValue = '', state = null, onTyped }: Props) {
  const [handle, setHandle] = useState(defaultValue)
  return (
    <TextField
      name="handle"
      label="Handle"
      required
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      dir="ltr"
      defaultValue={defaultValue}
      onValueChange={(typed) => {
        setHandle(typed)
        onTyped?.(typed)
      }}
      hint={
        handle ? (
          <>
            Your profile will be at{' '}
            <span className="font-medium wrap-anywhere text-gray-800" dir="ltr">
              /user/{normalizeHandle(handle)}
            </span>
            {onTyped && <output className="block font-medium">{state && stateMessages[state]}</output>}
          </>
        ) : (
          'Your address on this site. Use lowercase letters, digits and hyphens.'
        )
      }
    />
  )
}

const stateMessages: Record<'asking' | 'free' | 'taken', ReactNode> = {
  asking: <span className="text-gray-600">Checking availability…</span>,
  free: <span className="text-primary-700">✓ Available</span>,
  taken: <span className="text-danger-700">! Taken or not allowed</span>,
}

/** Lowercased, because phones capitalize the first letter. */
export function normalizeHandle(typed: string) {
  return typed.trim().toLowerCase()
}
