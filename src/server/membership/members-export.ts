import { defineCsvExport } from '#server/platform/csv-export.ts'

export const memberExport = defineCsvExport(
  'GET /api/admin/membership/members',
  (api, input, caller) => api.call('GET /api/admin/membership/members', input, caller),
  [
    ['id', ({ id }) => id],
    ['person', ({ person }) => person.name],
    ['handle', ({ person }) => person.handle],
    ['state', ({ state }) => state],
    ['plan', ({ plan }) => plan.name],
    ['price in the smallest unit', ({ price }) => price],
    ['currency', ({ currency }) => currency],
    ['period', ({ period }) => period],
    ['period ends', ({ periodEnd }) => periodEnd],
    ['started', ({ startedAt }) => startedAt],
  ],
)

export const paymentExport = defineCsvExport(
  'GET /api/admin/membership/payments',
  (api, input, caller) => api.call('GET /api/admin/membership/payments', input, caller),
  [
    ['id', ({ id }) => id],
    ['receipt', ({ number }) => number],
    ['time', ({ at }) => at],
    ['kind', ({ kind }) => kind],
    ['state', ({ state }) => state],
    ['person', ({ person }) => person?.name],
    ['handle', ({ person }) => person?.handle],
    ['description', ({ description }) => description],
    ['amount in the smallest unit', ({ amount }) => amount],
    ['discount', ({ discount }) => discount],
    ['included tax', ({ tax }) => tax],
    ['refunded', ({ refunded }) => refunded],
    ['currency', ({ currency }) => currency],
    ['provider', ({ provider }) => provider],
  ],
)
