import { defineCsvExport } from '#server/platform/csv-export.ts'

export const peopleExport = defineCsvExport(
  'GET /api/admin/people',
  (api, input, caller) => api.call('GET /api/admin/people', input, caller),
  [
    ['id', ({ id }) => id],
    ['name', ({ name }) => name],
    ['handle', ({ handle }) => handle],
    ['email', ({ email }) => email],
    ['role', ({ role }) => role],
    ['state', ({ state }) => state],
    ['stories', ({ stories }) => stories],
    ['joined', ({ joinedAt }) => joinedAt],
    ['last seen', ({ seenAt }) => seenAt],
  ],
)
