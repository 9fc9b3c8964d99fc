import { defineCsvExport } from '#server/platform/csv-export.ts'

export const articlesExport = defineCsvExport(
  'GET /api/admin/articles',
  (api, input, caller) => api.call('GET /api/admin/articles', input, caller),
  [
    ['id', ({ id }) => id],
    ['title', ({ title }) => title],
    ['state', ({ state }) => state],
    ['changes in review', ({ updateAsked }) => updateAsked],
    ['author', ({ author }) => author.handle],
    ['category', ({ category }) => category?.slug],
    ['language', ({ language }) => language],
    ['words', ({ words }) => words],
    ['reviewer', ({ reviewer }) => reviewer?.handle],
    ['submitted', ({ waitingSince }) => waitingSince],
    ['last edited', ({ savedAt }) => savedAt],
    ['published', ({ publishedAt }) => publishedAt],
    ['scheduled for', ({ scheduledFor }) => scheduledFor],
  ],
)
