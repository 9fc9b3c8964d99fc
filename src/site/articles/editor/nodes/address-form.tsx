import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { useFocusSoon } from './soon.ts'

type Props = {
  label: string
  action: string
  initial?: string
  placeholder?: string
  problem: string
  read(typed: string): string | null
  onAddress(address: string): void
  onCancel(): void
}

/** Asks for one address, and says in words what is wrong with another. */
export function AddressForm({ label, action, initial = '', placeholder, problem, read, onAddress, onCancel }: Props) {
  const [typed, setTyped] = useState(initial)
  const [wrong, setWrong] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useFocusSoon(first)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React hands it on to forms around this one, where there may be some.
    event.stopPropagation()
    const address = read(typed)
    if (address === null) setWrong(true)
    else onAddress(address)
  }
  return (
    <form noValidate className="grid gap-2 font-sans" onSubmit={submit}>
      <input
        aria-label={label}
        aria-invalid={wrong}
        ref={first}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        placeholder={placeholder}
        value={typed}
        className={`min-h-11 ${controlLook}`}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setWrong(false)
        }}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      />
      {wrong && (
        <p role="alert" className="text-sm font-medium text-danger-700">
          {problem}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button tone="plain" size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="sm">
          {action}
        </Button>
      </div>
    </form>
  )
}
