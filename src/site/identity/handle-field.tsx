import { useState } from 'react'
import { TextField } from '#site/ui/field.tsx'

/** A handle, with the address it makes as it is typed. */
export function HandleField({ defaultValue = '' }: { defaultValue?: string }) {
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
      onValueChange={setHandle}
      hint={
        handle ? (
          <>
            Your page will be at{' '}
            <span className="font-medium wrap-anywhere text-gray-800" dir="ltr">
              /user/{handleOf(handle)}
            </span>
          </>
        ) : (
          'Your address on this site: small letters, digits and hyphens.'
        )
      }
    />
  )
}

/** What was meant: phones like to begin with a capital. */
export function handleOf(typed: string) {
  return typed.trim().toLowerCase()
}
