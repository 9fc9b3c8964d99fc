import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { readAddress } from './address.ts'
import { LONGEST_LINE } from './limits.ts'
import { useFocusSoon } from './soon.ts'

type Props = { onButton(button: { label: string; href: string }): void; onCancel(): void }

/** Asks for the words and the address of a new button. */
export function ButtonForm({ onButton, onCancel }: Props) {
  const [label, setLabel] = useState('')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const first = useRef<HTMLInputElement>(null)
  useFocusSoon(first)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const href = readAddress(typed)
    if (label.trim() === '') setProblem('What does the button say?')
    else if (href === null) setProblem('That is no address. It begins with https://, or with / on this site.')
    else onButton({ label: label.trim(), href })
  }
  const leave = ({ key }: { key: string }) => key === 'Escape' && onCancel()
  return (
    <form noValidate className="grid gap-2 font-sans" onSubmit={submit}>
      <input
        aria-label="Words on the button"
        ref={first}
        dir="auto"
        maxLength={LONGEST_LINE}
        placeholder="Words on the button"
        value={label}
        className={`min-h-11 ${controlLook}`}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        onKeyDown={leave}
      />
      <input
        aria-label="Address"
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        placeholder="https://…"
        value={typed}
        className={`min-h-11 ${controlLook}`}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={leave}
      />
      {problem !== '' && (
        <p role="alert" className="text-sm font-medium text-danger-700">
          {problem}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button tone="plain" size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="sm">
          Add button
        </Button>
      </div>
    </form>
  )
}
