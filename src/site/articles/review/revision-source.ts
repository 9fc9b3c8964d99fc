import type { Article } from '#contract/articles/articles.ts'
import type { Revision, RevisionCard } from '#contract/articles/revisions.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Api } from '#site/page.ts'

/** A version in the list. Versions of pages have a note about what changed. */
export type ListedRevision = RevisionCard & { note?: string }

/** Where the earlier versions of a text are stored. */
export type RevisionSource = {
  list(before: string | undefined): Promise<PageOf<ListedRevision>>
  read(revision: string): Promise<Revision>
  /** Refused if the draft is not at this version. */
  restore(revision: string, version: number): Promise<Article>
  currentVersion(): Promise<number>
  /** The path that shows a version as readers would see it. */
  viewPath?(revision: string): string
  /** When versions are made. */
  hint: string
}

export function articleRevisions(api: Api, id: string): RevisionSource {
  return {
    list: (before) => api('GET /api/articles/{id}/revisions', { params: { id }, query: { limit: 50, before } }),
    read: (revision) => api('GET /api/articles/{id}/revisions/{revision}', { params: { id, revision } }),
    restore: (revision, version) =>
      api('POST /api/articles/{id}/revisions/{revision}/restore', { params: { id, revision }, body: { version } }),
    currentVersion: async () => (await api('GET /api/articles/{id}', { params: { id } })).version,
    hint: 'Versions are saved as you write, and each time the story is submitted or published.',
  }
}
