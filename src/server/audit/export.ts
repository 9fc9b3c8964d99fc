import { defineCsvExport } from '#server/platform/csv-export.ts'

export const auditExport = defineCsvExport(
  'GET /api/admin/audit',
  (api, input, caller) => api.call('GET /api/admin/audit', input, caller),
  [
    ['id', ({ id }) => id],
    ['at', ({ at }) => at],
    ['actor', ({ actor, actorKind }) => actor?.handle ?? actorKind],
    ['actor id', ({ actorId }) => actorId],
    ['action', ({ action }) => action],
    ['outcome', ({ outcome }) => outcome],
    ['target kind', ({ target }) => target?.kind],
    ['target id', ({ target }) => target?.id],
    ['target', ({ target }) => target?.person?.handle ?? target?.name],
    ['before', ({ before }) => before],
    ['after', ({ after }) => after],
    ['reason', ({ reason }) => reason],
    ['address', ({ address }) => address],
    ['request id', ({ requestId }) => requestId],
    ['api key id', ({ key }) => key?.id],
  ],
)
