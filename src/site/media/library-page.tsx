import { useState } from 'react'
import { useNavigation } from 'react-router'
import { usePageData } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { DropZone } from '#site/storage/drop-zone.tsx'
import { libraryUrl } from './library-url.ts'
import type { libraryData } from './library-data.ts'
import { LibraryFilters } from './library-filters.tsx'
import { MediaDialog } from './media-dialog.tsx'
import { GridSkeleton, MediaGrid } from './media-grid.tsx'
import type { Media } from '#contract/media.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function LibraryPage() {
  const data = usePageData<typeof libraryData>()
  const { q, kind, everybody, first, next } = data
  const { items, repeated, add, change, remove } = useLibrary(data.items)
  const [openId, setOpenId] = useState<string | null>(null)
  const going = useNavigation().location?.pathname.endsWith('/library')
  const here = { q, kind, of: everybody ? ('everybody' as const) : null }
  return (
    <div className="py-10 sm:py-12">
      <h1 className="font-serif text-2xl font-semibold tracking-tight">
        {everybody ? 'All pictures' : 'Your pictures'}
      </h1>
      <p className="mt-3 mb-6 max-w-reading text-gray-600">
        Use your uploads in stories, as covers and on your profile. They are private until you use them.
      </p>
      <DropZone
        label="Choose pictures or files"
        kinds="anything"
        several
        pasteAnywhere
        onTaken={add}
        onReady={change}
      />
      <output className="mt-2 block text-sm text-gray-600 empty:hidden" dir="auto">
        {repeated && `Already in your library: ${repeated}`}
      </output>
      <LibraryFilters {...data} />
      {going ? <GridSkeleton /> : <MediaGrid items={items} everybody={everybody} onOpen={setOpenId} />}
      {items.length === 0 && !going && <Nothing searched={q !== '' || kind !== null || !first} />}
      <Pagination
        label="More of the library"
        first={first ? null : libraryUrl(here)}
        next={next && libraryUrl({ ...here, before: next })}
      />
      <MediaDialog
        media={items.find(({ id }) => id === openId) ?? null}
        onClose={() => setOpenId(null)}
        onChange={change}
        onDeleted={remove}
      />
    </div>
  )
}

function Nothing({ searched }: { searched: boolean }) {
  if (searched)
    return (
      <EmptyState icon="search" title="No results" action={<ButtonLink to="/library">Show all</ButtonLink>}>
        Try another search, or show all files.
      </EmptyState>
    )
  return (
    <EmptyState icon="images" title="No pictures yet">
      Upload pictures or files to use them in your stories.
    </EmptyState>
  )
}

/** A page of the library with the changes made since it was loaded. */
function useLibrary(items: readonly Media[]) {
  const [added, setAdded] = useState<readonly Media[]>([])
  const [changed, setChanged] = useState<ReadonlyMap<string, Media>>(new Map())
  const [repeated, setRepeated] = useState<string | null>(null)
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())

  const fresh = added.filter(({ id }) => !items.some((item) => item.id === id))
  return {
    items: [...fresh, ...items].filter(({ id }) => !gone.has(id)).map((item) => changed.get(item.id) ?? item),
    /** The name of a file that was uploaded again. */
    repeated,
    add(media: Media) {
      // The same file again is returned, not added.
      setRepeated([...added, ...items].some(({ id }) => id === media.id) ? media.name : null)
      setAdded((before) => [media, ...before.filter(({ id }) => id !== media.id)])
    },
    change: (media: Media) => setChanged((before) => new Map(before).set(media.id, media)),
    remove: (id: string) => setGone((before) => new Set(before).add(id)),
  }
}
