import type { MouseEvent, ReactNode } from 'react'
import type { PageOf } from '#contract/shapes.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { useCardKeys } from './use-card-keys.ts'
import { useInfiniteList, useListId } from './use-infinite-list.ts'

export type ListLabels = { one: string; many: string; next: string; first: string }

export type Change<Item> = (edit: (items: readonly Item[]) => readonly Item[]) => void

type Props<Item> = {
  page: PageOf<Item>
  /** The URL of the first page, when this is a later one. */
  first: string | null
  pathOf: (before: string) => string
  words: ListLabels
  skeleton: ReactNode
  /** Renders the items; `change` is for lists whose items can be moved and removed. */
  children: (items: readonly Item[], change: Change<Item>) => ReactNode
}

/** A list that loads its next page when its end comes near. Without scripts its link to that page still works. */
export function InfiniteList<Item extends { id: string }>(props: Props<Item>) {
  const id = useListId()
  // Another history entry is another list, even at the same URL.
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
  const { items, next, progress, added, asks, more, near, change } = useInfiniteList(id, page, pathOf)
  useCardKeys()
  const ended = next === null && items.length > 0 && (first !== null || items.length > page.items.length)

  function show(event: MouseEvent) {
    // A modified click opens the page elsewhere, as on any link.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    more()
  }

  return (
    <div aria-busy={progress === 'loading'}>
      {children(items, change)}
      {progress === 'loading' && skeleton}
      <output className="sr-only">
        {added > 0 && `Loaded ${added} more ${added === 1 ? words.one : words.many}, ${items.length} in total.`}
        {ended && ` End of the list.`}
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
        {ended && <p className="mt-4 text-center text-sm text-gray-600">You’ve reached the end.</p>}
      </div>
    </div>
  )
}

function Failed({ words }: { words: ListLabels }) {
  return (
    <p className="mx-auto mb-5 max-w-md text-center text-sm text-balance text-gray-700">
      We couldn’t load more {words.many}. Check your connection and try again.
    </p>
  )
}
