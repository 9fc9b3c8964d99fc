import type { Article } from '#contract/articles/articles.ts'
import { type SitePageName, sitePages } from '#contract/site-pages/names.ts'
import type { SitePageDraft } from '#contract/site-pages/site-pages.ts'
import type { RevisionSource } from '#site/articles/review/revision-source.ts'
import { emptyFields } from '#site/articles/writing/saving/fields.ts'
import type { DraftServer } from '#site/articles/writing/saving/engine.ts'
import type { Api } from '#site/page.ts'

/** The key of a page's unsaved changes in this browser. */
export const localIdOf = (page: SitePageName) => `page-${page}`

/** The draft of a page as the story editor knows it. What only stories have is empty. */
export function toArticle(draft: SitePageDraft): Article {
  const { page, title, subtitle, body, version, savedAt, savedBy, words, readingMinutes, changed, published } = draft
  return {
    ...emptyFields('en'),
    title,
    subtitle,
    body,
    version,
    savedAt,
    savedBy,
    words,
    readingMinutes,
    changed,
    id: localIdOf(page),
    ref: sitePages[page].path,
    state: 'published',
    author: { id: '', handle: '', name: '', about: '', avatar: null },
    coAuthors: [],
    coverPicture: null,
    featured: false,
    scheduledFor: null,
    publishedAt: published?.at ?? null,
    createdAt: savedAt,
    updateAsked: false,
    lastNote: null,
    can: [],
    may: { edit: true, feature: false, invite: false, review: false },
  }
}

/** Loads and saves the draft of a page. */
export function pageServer(page: SitePageName) {
  return (api: Api): DraftServer => ({
    load: async () => toArticle(await api('GET /api/admin/pages/{page}', { params: { page } })),
    save: ({ save, version, fields: { title, subtitle, body } }) =>
      api('PUT /api/admin/pages/{page}/draft', {
        params: { page },
        // The draft of a page always exists.
        body: { title, subtitle, body, save, version: version ?? 1 },
      }),
  })
}

export function pageVersions(api: Api, page: SitePageName): RevisionSource {
  return {
    list: (before) => api('GET /api/admin/pages/{page}/versions', { params: { page }, query: { limit: 50, before } }),
    read: (version) => api('GET /api/admin/pages/{page}/versions/{version}', { params: { page, version } }),
    restore: async (version, current) =>
      toArticle(
        await api('POST /api/admin/pages/{page}/versions/{version}/restore', {
          params: { page, version },
          body: { version: current },
        }),
      ),
    currentVersion: async () => (await api('GET /api/admin/pages/{page}', { params: { page } })).version,
    viewPath: (version) => `/admin/settings/pages/${page}/preview?version=${version}`,
    hint: 'Each time you publish the page, its text is added here.',
  }
}
