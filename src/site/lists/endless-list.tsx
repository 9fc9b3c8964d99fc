import type { MouseEvent, ReactNode } from 'react'
import type { PageOf } from '#contract/shapes.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { useCardKeys } from './use-card-keys.ts'
import { useEndless, useListId } from './use-endless.ts'

export type EndlessWords = { one: string; many: string; next: string; first: string }

export type Change<Item> = (edit: (items: readonly Item[]) => readonly Item[]) => void

type Props<Item> = {
  page: PageOf<Item>
  /** The address of the list's beginning, on a later page of it. */
  first: string | null
  pathOf: (before: string) => string
  words: EndlessWords
  /** The shape of what is coming. */
  skeleton: ReactNode
  /** What is drawn of the items; `change` is for lists whose items can be moved and taken away. */
  children: (items: readonly Item[], change: Change<Item>) => ReactNode
}

/** A list whose next page comes by itself when its end comes near. The link to that page is real, and is all that is left without scripts. */
export function EndlessList<Item extends { id: string }>(props: Props<Item>) {
  const id = useListId()
  // Another entry of the history is another list, even at the same address.
  return <ListAt key={id} id={id} {...props} />
}

function ListAt<Item extends { id: string }>({
  id,
  page,
  first,
  pathOf,
  words,
  skeleton,
  children,
}: Props<Item> & { id: string }) {
  const { items, next, progress, added, asks, more, near, change } = useEndless(id, page, pathOf)
  useCardKeys()
  const ended = next === null && items.length > 0 && (first !== null || items.length > page.items.length)

  function show(event: MouseEvent) {
    // With a key held it is asked for elsewhere, as with any link.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    more()
  }

  return (
    <div aria-busy={progress === 'loading'}>
      {children(items, change)}
      {progress === 'loading' && skeleton}
      <output className="sr-only">
        {added > 0 && `${added} more ${added === 1 ? words.one : words.many}, ${items.length} in all.`}
        {ended && ` That is the end of the list.`}
      </output>
      <div ref={near} className="py-8">
        <div role="alert">{progress === 'failed' && <Failed words={words} />}</div>
        {(first !== null || next !== null) && (
          <nav aria-label={`More ${words.many}`} className="flex flex-wrap items-center justify-between gap-4">
            {first !== null && (
              <ButtonLink to={first} tone="quiet" rel="first">
                {words.first}
              </ButtonLink>
            )}
            {next !== null && (
              <ButtonLink to={pathOf(next)} tone="quiet" rel="next" className="mx-auto" onClick={show}>
                {progress === 'failed' ? 'Try again' : asks ? `Show more ${words.many}` : words.next}
              </ButtonLink>
            )}
          </nav>
        )}
        {ended && <p className="mt-4 text-center text-sm text-gray-600">That is the end of the list.</p>}
      </div>
    </div>
  )
}

function Failed({ words }: { words: EndlessWords }) {
  return (
    <p className="mx-auto mb-5 max-w-md text-center text-sm text-balance text-gray-700">
      More {words.many} could not be loaded. You may be offline, or the site busy for a moment.
    </p>
  )
}
