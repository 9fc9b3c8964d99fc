import { Combobox } from '@base-ui/react/combobox'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { controlLook } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { itemLook, popupLook } from '#site/ui/popup-styles.ts'
import { Setting } from './setting.tsx'

export type Chip = { value: string; label: string; note?: string }

type Props = {
  label: string
  name: string
  hint: ReactNode
  problem?: string | undefined
  placeholder: string
  chips: readonly Chip[]
  max: number
  suggestions: readonly Chip[]
  input: string
  onInput(text: string): void
  onChange(chips: Chip[]): void
  /** Adds free text on Enter, comma or semicolon. */
  onTyped?(text: string): void
}

/** Multiple values with suggestions, removed with their button or Backspace. */
export function ChipsField(props: Props) {
  const { label, name, hint, problem, placeholder, chips, max, suggestions, input, onInput, onChange, onTyped } = props
  const [highlighted, setHighlighted] = useState(false)
  const [open, setOpen] = useState(false)
  const isFull = chips.length >= max
  const available = suggestions.filter(({ value }) => !chips.some((chip) => chip.value === value))

  function typed(event: KeyboardEvent) {
    if (!onTyped || event.nativeEvent.isComposing) return
    const ends = event.key === ',' || event.key === ';' || (event.key === 'Enter' && !highlighted)
    if (!ends || (input.trim() === '' && event.key === 'Enter')) return
    event.preventDefault()
    onTyped(input)
  }

  return (
    <Setting label={label} hint={hint} problem={problem}>
      {(ids) => (
        <Combobox.Root
          multiple
          open={open && available.length > 0 && !isFull}
          onOpenChange={setOpen}
          items={available}
          value={[...chips]}
          // The server filters.
          filter={null}
          isItemEqualToValue={(a: Chip, b: Chip) => a.value === b.value}
          inputValue={input}
          onInputValueChange={(text) => onInput(text)}
          onValueChange={(next) => onChange(next.slice(0, max))}
          onItemHighlighted={(item) => setHighlighted(item !== undefined)}
        >
          <Combobox.Chips className={`flex min-h-11 flex-wrap items-center gap-1.5 py-1.5 ${controlLook} px-2!`}>
            {chips.map((chip) => (
              <Combobox.Chip
                key={chip.value}
                aria-label={chip.label}
                className="flex min-h-8 max-w-full items-center rounded-full bg-gray-100 ps-3 text-sm outline-none data-highlighted:bg-primary-100 focus-within:bg-primary-100"
              >
                <bdi className="truncate">{chip.label}</bdi>
                <Combobox.ChipRemove
                  aria-label={`Remove ${chip.label}`}
                  className="grid size-8 shrink-0 place-items-center rounded-full text-gray-500 hover:text-gray-900"
                >
                  <Icon name="x" size={16} />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
            <Combobox.Input
              {...ids}
              data-field={name}
              placeholder={isFull ? '' : placeholder}
              readOnly={isFull}
              onKeyDown={typed}
              className="min-h-8 min-w-24 flex-1 bg-transparent px-1.5 text-base outline-none placeholder:text-gray-500"
            />
          </Combobox.Chips>
          {available.length > 0 && !isFull && (
            <Combobox.Portal>
              <Combobox.Positioner sideOffset={6} className="z-50">
                <Combobox.Popup
                  className={`max-h-[min(18rem,var(--available-height))] w-(--anchor-width) overflow-y-auto p-1 ${popupLook}`}
                >
                  <Combobox.List>
                    {(chip: Chip) => (
                      <Combobox.Item key={chip.value} value={chip} className={itemLook}>
                        <bdi className="min-w-0 flex-1 truncate">{chip.label}</bdi>
                        {chip.note && <span className="shrink-0 text-gray-500">{chip.note}</span>}
                      </Combobox.Item>
                    )}
                  </Combobox.List>
                </Combobox.Popup>
              </Combobox.Positioner>
            </Combobox.Portal>
          )}
        </Combobox.Root>
      )}
    </Setting>
  )
}
