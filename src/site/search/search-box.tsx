import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { Icon } from '#site/ui/icon.tsx'
import { clearRecentSearches, addRecentSearch, useRecentSearches } from './recent-searches.ts'
import { searchAddress } from './search-address.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { type Suggestion, useSuggestions } from './use-suggestions.ts'

type Props = {
  q: string
  /** Shows the list as an overlay while typing. Otherwise it is always visible. */
  floating?: boolean
  /** Called before navigating. */
  onLeave?(): void
  children?: ReactNode
}

/** A form that works without scripts, with suggestions where scripts run. */
export function SearchBox({ q, floating = false, onLeave, children }: Props) {
  const [typed, setTyped] = useState(q)
  const [open, setOpen] = useState(!floating)
  const [active, setActive] = useState(-1)
  const navigate = useNavigate()
  const recent = useRecentSearches()
  const suggestions = useSuggestions(open ? typed : '')
  const id = useId()
  const items = typed.trim() === '' ? recent.map(toSuggestion) : suggestions
  const shown = open && items.length > 0
  const option = (at: number) => `${id}-${at}`

  function leave() {
    if (typed.trim()) addRecentSearch(typed)
    if (floating) setOpen(false)
    setActive(-1)
    onLeave?.()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = items[active]
    if (step && items.length > 0) {
      event.preventDefault()
      setOpen(true)
      // Index -1 is the text field itself.
      setActive(((active + 1 + step + items.length + 1) % (items.length + 1)) - 1)
    } else if (event.key === 'Enter' && shown && chosen) {
      event.preventDefault()
      leave()
      void navigate(chosen.to, { viewTransition: true })
    } else if (event.key === 'Escape' && floating && shown) {
      event.preventDefault()
      setOpen(false)
      setActive(-1)
    }
  }

  return (
    <search
      className="relative block"
      onBlur={(event) => floating && !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <Form action="/search" onSubmit={leave} className="flex items-center gap-3">
        <Icon name="search" size={24} className="text-gray-500" />
        <input
          name="q"
          // HTML does not allow the role combobox on the type search.
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded={shown}
          aria-controls={shown ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? option(active) : undefined}
          // Not on the results page, where a phone's keyboard would cover the results.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={q === ''}
          autoComplete="off"
          inputMode="search"
          enterKeyHint="search"
          maxLength={200}
          placeholder="Stories, creators, tags…"
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setOpen(true)
            setActive(-1)
          }}
          onKeyDown={onKeyDown}
          className="min-h-14 min-w-0 flex-1 appearance-none bg-white text-lg outline-none placeholder:text-gray-500"
        />
        {children}
      </Form>
      <output className="sr-only">{shown && typed.trim() ? `${items.length} suggestions` : ''}</output>
      {shown && (
        <div
          className={
            floating
              ? 'absolute inset-x-0 top-full z-20 mt-2 max-h-96 overflow-y-auto rounded-md bg-white p-2 shadow-float ring-1 ring-gray-200'
              : 'max-h-[60dvh] overflow-y-auto border-t border-gray-200 p-2'
          }
        >
          <SuggestionList id={id} items={items} active={active} onLeave={leave} />
          {typed.trim() === '' && <ClearSearches />}
        </div>
      )}
    </search>
  )
}

function ClearSearches() {
  return (
    <button
      type="button"
      onClick={clearRecentSearches}
      className="mt-1 min-h-11 rounded-sm px-3 text-sm text-gray-600 underline-offset-4 hover:text-gray-900 hover:underline"
    >
      Clear recent searches
    </button>
  )
}

function toSuggestion(q: string): Suggestion {
  return { to: searchAddress({ q }), label: q, icon: 'history', group: 'Recent searches' }
}
