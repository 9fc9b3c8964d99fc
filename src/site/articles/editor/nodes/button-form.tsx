import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { parseAddress } from './address.ts'
import { MAX_LABEL_LENGTH } from '#contract/document/schema.ts'
import { useFocusOnMount } from './node-hooks.ts'

type Props = { onButton(button: { label: string; href: string }): void; onCancel(): void }

export function ButtonForm({ onButton, onCancel }: Props) {
  const [label, setLabel] = useState('')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const first = useRef<HTMLInputElement>(null)
  useFocusOnMount(first)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const href = parseAddress(typed)
    if (label.trim() === '') setProblem('Enter the button text.')
    else if (href === null) setProblem('Enter a URL that starts with https://, or with / for a page on this site.')
    else onButton({ label: label.trim(), href })
  }
  const leave = ({ key }: { key: string }) => key === 'Escape' && onCancel()
  return (
    <form noValidate className="grid gap-2 font-sans" onSubmit={submit}>
      <input
        aria-label="Button text"
        ref={first}
        dir="auto"
        maxLength={MAX_LABEL_LENGTH}
        placeholder="Button text"
        value={label}
        className={`min-h-11 ${controlLook}`}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        onKeyDown={leave}
      />
      <input
        aria-label="URL"
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
