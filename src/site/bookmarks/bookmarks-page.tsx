import { useState } from 'react'
import { useNavigate } from 'react-router'
import { withQuery } from '#site/infinite-list/list-url.ts'
import { InfiniteList } from '#site/infinite-list/infinite-list.tsx'
import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import { storyLabels } from '#site/stories/infinite-stories.tsx'
import { StoryListSkeleton } from '#site/stories/story-list-skeleton.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { ArrangeLists } from './arrange-lists.tsx'
import type { bookmarksData } from './bookmarks-data.ts'
import { ListForm } from './list-form.tsx'
import { ListHead } from './list-head.tsx'
import { ListLinks } from './list-links.tsx'
import { ListStories } from './list-stories.tsx'
import { useMyLists } from './use-my-lists.ts'

export function head({ site }: HeadArgs): Head {
  return { title: `Your reading lists · ${site.name}`, noIndex: true }
}

export default function BookmarksPage() {
  const data = usePageData<typeof bookmarksData>()
  // Resets the state when the list changes or lists are added or removed.
  return <OwnLists key={data.lists.map(({ id }) => id).join() + data.chosen} {...data} />
}

const pathOf = (id: string) => withQuery('/user/bookmarks', { list: id })

function OwnLists({ lists: initial, chosen, page, first }: Awaited<ReturnType<typeof bookmarksData>>) {
  const desk = useMyLists(initial)
  const [open, setOpen] = useState<'new' | 'arrange' | null>(null)
  const navigate = useNavigate()
  const list = desk.lists.find(({ id }) => id === chosen)
  const at = (before?: string) => withQuery('/user/bookmarks', { list: chosen, before })
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 pt-12">
        <h1 className="font-serif text-2xl font-semibold sm:text-3xl">Your reading lists</h1>
        <div className="needs-script flex flex-wrap gap-2">
          {desk.lists.length > 1 && (
            <Button
              tone="plain"
              size="sm"
              aria-expanded={open === 'arrange'}
              onClick={() => setOpen(open === 'arrange' ? null : 'arrange')}
            >
              <Icon name="arrow-up-down" size={16} />
              Arrange
            </Button>
          )}
          <Button tone="quiet" size="sm" onClick={() => setOpen('new')}>
            <Icon name="plus" size={16} />
            New list
          </Button>
        </div>
      </header>
      <ListForm
        open={open === 'new'}
        list={null}
        onClose={() => setOpen(null)}
        onSave={async (details) => {
          const id = await desk.create(details)
          await navigate(pathOf(id))
        }}
      />
      {open === 'arrange' ? (
        <ArrangeLists desk={desk} onDone={() => setOpen(null)} />
      ) : (
        desk.lists.length > 0 && <ListLinks label="Your lists" lists={desk.lists} chosen={chosen} pathOf={pathOf} />
      )}
      {list ? (
        <>
          <ListHead list={list} desk={desk} />
          <InfiniteList
            page={page}
            first={first ? null : at()}
            pathOf={at}
            words={{ ...storyLabels, next: 'More stories', first: 'Back to the start' }}
            skeleton={<StoryListSkeleton />}
          >
            {(items, change) =>
              items.length === 0 ? (
                <NothingSaved />
              ) : (
                <ListStories list={list} desk={desk} items={items} onChange={change} />
              )
            }
          </InfiniteList>
        </>
      ) : (
        <NothingSaved />
      )}
    </>
  )
}

function NothingSaved() {
  return (
    <EmptyState
      icon="bookmark"
      title="Nothing saved yet"
      action={<ButtonLink to="/latest">Find something to read</ButtonLink>}
    >
      Tap the bookmark icon on a story to save it here.
    </EmptyState>
  )
}
