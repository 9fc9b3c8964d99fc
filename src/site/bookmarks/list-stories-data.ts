import type { Bookmark } from '#contract/bookmarks.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Api } from '#site/page.ts'

/** `id` is the story's id. */
export type BookmarkItem = Bookmark & { id: string }

/** Empty if there is no list. */
export async function loadListStories(api: Api, list: string | null, before: string | undefined) {
  const none: PageOf<Bookmark> = { items: [], next: null }
  const stories =
    list === null ? none : await api('GET /api/lists/{list}/stories', { params: { list }, query: { before } })
  const page: PageOf<BookmarkItem> = {
    ...stories,
    items: stories.items.map((item) => ({ ...item, id: item.story.id })),
  }
  return { page, first: before === undefined }
}
