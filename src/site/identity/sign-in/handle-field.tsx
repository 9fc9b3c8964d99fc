import { type ReactNode, useState } from 'react'
import { TextField } from '#site/ui/field.tsx'

type Props = {
  defaultValue?: string
  /** What is known of the handle while it is typed. */
  state?: 'asking' | 'free' | 'taken' | null
  onTyped?(typed: string): void
}

/** A handle, with the address it makes as it is typed. */
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
            Your page will be at{' '}
            <span className="font-medium wrap-anywhere text-gray-800" dir="ltr">
              /user/{normalizeHandle(handle)}
            </span>
            {onTyped && <output className="block font-medium">{state && said[state]}</output>}
          </>
        ) : (
          'Your address on this site: small letters, digits and hyphens.'
        )
      }
    />
  )
}

const said: Record<'asking' | 'free' | 'taken', ReactNode> = {
  asking: <span className="text-gray-600">Looking whether it is free…</span>,
  free: <span className="text-primary-700">✓ It is free.</span>,
  taken: <span className="text-danger-700">! It is taken, or cannot be a handle.</span>,
}

/** What was meant: phones like to begin with a capital. */
export function normalizeHandle(typed: string) {
  return typed.trim().toLowerCase()
}
