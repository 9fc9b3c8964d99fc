import { defineCsvExport } from '#server/platform/csv-export.ts'

export const tagExport = defineCsvExport(
  'GET /api/admin/tags',
  (api, input, caller) => api.call('GET /api/admin/tags', input, caller),
  [
    ['id', ({ id }) => id],
    ['name', ({ name }) => name],
    ['slug', ({ slug }) => slug],
    ['stories', ({ stories }) => stories],
    ['followers', ({ followers }) => followers],
    ['created', ({ createdAt }) => createdAt],
  ],
)

export const topicExport = defineCsvExport(
  'GET /api/admin/topics',
  (api, input, caller) => api.call('GET /api/admin/topics', input, caller),
  [
    ['kind', ({ kind }) => kind],
    ['id', ({ id }) => id],
    ['name', ({ name }) => name],
    ['slug', ({ slug }) => slug],
    ['followers', ({ followers }) => followers],
    ['new followers in 30 days', ({ newFollowers }) => newFollowers],
    ['stories', ({ stories }) => stories],
  ],
)
