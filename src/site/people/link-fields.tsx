import { useState } from 'react'
import { Refusal } from '#contract/errors.ts'
import type { ProfileLink } from '#contract/people.ts'
import { Button, IconButton } from '#site/ui/button.tsx'
import { TextField } from '#site/ui/field.tsx'
import type { FormProblem } from '#site/ui/form.tsx'
import { Icon } from '#site/ui/icon.tsx'

const MAX_LINKS = 6

const labelOf = (row: number) => `link-${row}-label`
const addressOf = (row: number) => `link-${row}-address`

/** Empty rows are ignored. */
export function LinkFields({ links }: { links: readonly ProfileLink[] }) {
  const [rows, setRows] = useState(() => links.map((link, row) => ({ ...link, row })))
  const [made, setMade] = useState(links.length)

  function add() {
    setRows([...rows, { label: '', address: '', row: made }])
    setMade(made + 1)
  }

  return (
    <fieldset className="grid grid-cols-1 gap-4">
      <legend className="mb-1.5 text-sm font-medium text-gray-800">Links</legend>
      {rows.map(({ row, label, address }, nth) => (
        <div key={row} className="grid grid-cols-[1fr_auto] items-start gap-x-2 gap-y-3 sm:grid-cols-[1fr_12rem_auto]">
          <TextField
            name={addressOf(row)}
            label={`Address ${nth + 1}`}
            type="text"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            dir="ltr"
            placeholder="https://"
            defaultValue={address}
          />
          <div className="max-sm:order-last max-sm:col-span-2">
            <TextField
              name={labelOf(row)}
              label={`Name of link ${nth + 1}`}
              maxLength={60}
              dir="auto"
              defaultValue={label}
            />
          </div>
          <IconButton
            label={`Remove link ${nth + 1}`}
            className="mt-6.5"
            onClick={() => setRows(rows.filter((one) => one.row !== row))}
          >
            <Icon name="x" />
          </IconButton>
        </div>
      ))}
      {rows.length < MAX_LINKS && (
        <Button tone="quiet" size="sm" className="justify-self-start" onClick={add}>
          <Icon name="plus" size={16} />
          Add a link
        </Button>
      )}
    </fieldset>
  )
}

type Typed = { row: number; link: { label: string; address: string } }

/** Adds a missing protocol. */
export function parseLinks(values: Record<string, string>): Typed[] {
  return Object.keys(values).flatMap((name) => {
    const row = Number(/^link-(\d+)-address$/.exec(name)?.[1] ?? Number.NaN)
    const address = (values[name] ?? '').trim()
    if (Number.isNaN(row) || !address) return []
    return { row, link: { label: (values[labelOf(row)] ?? '').trim(), address: withProtocol(address) } }
  })
}

function withProtocol(address: string) {
  if (/^[a-z][a-z\d+.-]*:/i.test(address)) return address
  return /^[^\s/]+@[^\s/]+$/.test(address) ? `mailto:${address}` : `https://${address}`
}

/** Errors by form field name. Null if the error is not about links. */
export function linkErrors(error: unknown, links: readonly Typed[]): FormProblem | null {
  const issues: unknown = error instanceof Refusal ? error.details['issues'] : null
  if (!Array.isArray(issues)) return null
  const fields = issues.flatMap(({ path = [] }: { path?: (string | number)[] }) => {
    const [part, list, nth, field] = path
    const typed = part === 'body' && list === 'links' ? links[Number(nth)] : undefined
    if (!typed) return []
    const name = field === 'label' ? labelOf(typed.row) : addressOf(typed.row)
    return [
      [name, field === 'label' ? 'Use 60 characters or fewer.' : 'Enter a web address or an email address.'] as const,
    ]
  })
  return fields.length > 0 ? { fields: Object.fromEntries(fields) } : null
}
