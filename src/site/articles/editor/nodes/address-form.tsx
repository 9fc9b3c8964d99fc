import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { useFocusOnMount } from './node-hooks.ts'

type Props = {
  label: string
  action: string
  initial?: string
  placeholder?: string
  problem: string
  parse(typed: string): string | null
  onAddress(address: string): void
  onCancel(): void
}

export function AddressForm({ label, action, initial = '', placeholder, problem, parse, onAddress, onCancel }: Props) {
  const [typed, setTyped] = useState(initial)
  const [invalid, setInvalid] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useFocusOnMount(first)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React would bubble the event to a surrounding form.
    event.stopPropagation()
    const address = parse(typed)
    if (address === null) setInvalid(true)
    else onAddress(address)
  }
  return (
    <form noValidate className="grid gap-2 font-sans" onSubmit={submit}>
      <input
        aria-label={label}
        aria-invalid={invalid}
        ref={first}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        placeholder={placeholder}
        value={typed}
        className={`min-h-11 ${controlLook}`}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setInvalid(false)
        }}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      />
      {invalid && (
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
