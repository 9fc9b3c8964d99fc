import type { ReactNode } from 'react'
import { TextField } from '#site/ui/field.tsx'

/** Null for the current handle, and if the check failed. */
export type HandleState = 'asking' | 'free' | 'taken' | null

type Props = {
  value: string
  onTyped(typed: string): void
  /** Whether the typed handle is available. Left out where it is not checked. */
  state?: HandleState
}

/** Shows the profile address while the handle is typed. */
export function HandleField({ value, onTyped, state }: Props) {
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
      value={value}
      onValueChange={onTyped}
      hint={
        value ? (
          <>
            Your profile will be at{' '}
            <span className="font-medium wrap-anywhere text-gray-800" dir="ltr">
              /user/{normalizeHandle(value)}
            </span>
            {state !== undefined && <output className="block font-medium">{state && stateMessages[state]}</output>}
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
