import { useId, useRef } from 'react'
import type { SiteLink } from '#contract/settings/site.ts'
import { Button, IconButton } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { settingLabel, useInvalid } from './setting-form.tsx'

type Props = {
  legend: string
  /** Null for the site’s own links. */
  value: SiteLink[] | null
  own: readonly SiteLink[]
  most: number
  /** The path of the links inside the setting, with a dot at its end. */
  path?: string
  onChange(links: SiteLink[] | null): void
}

/** A list of links that can be edited, ordered, added to and cleared. */
export function LinksField({ legend, value, own, most, path = '', onChange }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const links = value ?? own.map(({ name, to }) => ({ name, to }))

  function change(at: number, changes: Partial<SiteLink>) {
    onChange(links.map((link, index) => (index === at ? { ...link, ...changes } : link)))
  }

  function move(at: number, by: number) {
    if (at + by < 0 || at + by >= links.length) return
    const next = [...links]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + by, 0, moved)
    onChange(next)
    // The button moves with its row: focus follows it.
    requestAnimationFrame(() => focusIn(list.current, at + by, by < 0 ? '[data-up]' : '[data-down]'))
  }

  function remove(at: number) {
    onChange(links.filter((_, index) => index !== at))
    const next = Math.min(at, links.length - 2)
    requestAnimationFrame(() => (next < 0 ? addButton.current?.focus() : focusIn(list.current, next, '[data-remove]')))
  }

  function add() {
    onChange([...links, { name: '', to: '/' }])
    requestAnimationFrame(() => focusIn(list.current, links.length, 'input'))
  }

  return (
    <fieldset className="min-w-0">
      <legend className={settingLabel}>{legend}</legend>
      <ol ref={list} className="mt-2 grid grid-cols-1 gap-3">
        {links.map((link, at) => (
          <LinkRow
            // Rows have no identity of their own; focus is moved by hand.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            link={link}
            path={`${path}${at}`}
            isFirst={at === 0}
            isLast={at === links.length - 1}
            onChange={(changes) => change(at, changes)}
            onMove={(by) => move(at, by)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      {links.length === 0 && <p className="text-sm text-gray-600">No links.</p>}
      <Button ref={addButton} tone="quiet" size="sm" className="mt-3" disabled={links.length >= most} onClick={add}>
        <Icon name="plus" size={16} />
        Add a link
      </Button>
    </fieldset>
  )
}

function focusIn(list: HTMLOListElement | null, at: number, selector: string) {
  list?.children[at]?.querySelector<HTMLElement>(selector)?.focus()
}

type RowProps = {
  link: SiteLink
  path: string
  isFirst: boolean
  isLast: boolean
  onChange(changes: Partial<SiteLink>): void
  onMove(by: number): void
  onRemove(): void
}

function LinkRow({ link: { name, to }, path, isFirst, isLast, onChange, onMove, onRemove }: RowProps) {
  const id = useId()
  const invalidName = useInvalid(`${path}.name`)
  const invalidTo = useInvalid(`${path}.to`)
  return (
    <li className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-36">
        <label htmlFor={`${id}-name`} className="text-sm text-gray-600">
          Text
        </label>
        <input
          id={`${id}-name`}
          required
          maxLength={40}
          dir="auto"
          value={name}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          {...invalidName}
          className={`min-h-11 ${controlLook}`}
        />
      </div>
      <div className="min-w-0 flex-1 basis-48">
        <label htmlFor={`${id}-to`} className="text-sm text-gray-600">
          Path or address
        </label>
        <input
          id={`${id}-to`}
          required
          maxLength={500}
          dir="ltr"
          spellCheck={false}
          value={to}
          onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
          {...invalidTo}
          className={`min-h-11 ${controlLook}`}
        />
      </div>
      <div className="flex">
        <IconButton
          label={`Move ${name || 'the link'} up`}
          data-up
          aria-disabled={isFirst || undefined}
          className="aria-disabled:opacity-40"
          onClick={() => onMove(-1)}
        >
          <Icon name="arrow-up" size={18} />
        </IconButton>
        <IconButton
          label={`Move ${name || 'the link'} down`}
          data-down
          aria-disabled={isLast || undefined}
          className="aria-disabled:opacity-40"
          onClick={() => onMove(1)}
        >
          <Icon name="arrow-down" size={18} />
        </IconButton>
        <IconButton label={`Remove ${name || 'the link'}`} data-remove onClick={onRemove}>
          <Icon name="x" size={18} />
        </IconButton>
      </div>
    </li>
  )
}
