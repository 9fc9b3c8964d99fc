import { defineCsvExport } from '#server/platform/csv-export.ts'

export const caseExport = defineCsvExport(
  'GET /api/admin/moderation',
  (api, input, caller) => api.call('GET /api/admin/moderation', input, caller),
  [
    ['id', ({ id }) => id],
    ['kind', ({ kind }) => kind],
    ['person', ({ person }) => person.handle],
    ['story', ({ story }) => story?.slug],
    ['text', ({ text }) => text],
    ['state', ({ state }) => state],
    ['held for', ({ heldFor }) => heldFor],
    ['reports', ({ reports }) => reports],
    ['appeal', ({ appeal }) => appeal?.text],
    ['opened', ({ openedAt }) => openedAt],
    ['last decision', ({ last }) => last?.action],
    ['reason', ({ last }) => last?.reason],
    ['decided by', ({ last }) => last?.by?.handle],
    ['decided', ({ decidedAt }) => decidedAt],
  ],
)

export const responseExport = defineCsvExport(
  'GET /api/admin/responses',
  (api, input, caller) => api.call('GET /api/admin/responses', input, caller),
  [
    ['id', ({ id }) => id.replace('response:', '')],
    ['author', ({ author }) => author.handle],
    ['story', ({ story }) => story.slug],
    ['text', ({ text }) => text],
    ['state', ({ state }) => state],
    ['held for', ({ heldFor }) => heldFor],
    ['reports', ({ reports }) => reports],
    ['written', ({ createdAt }) => createdAt],
  ],
)
