import { defineCsvExport } from '#server/platform/csv-export.ts'

export const redemptionExport = defineCsvExport(
  'GET /api/admin/rewards/redemptions',
  (api, input, caller) => api.call('GET /api/admin/rewards/redemptions', input, caller),
  [
    ['id', ({ id }) => id],
    ['reward', ({ reward }) => reward.name],
    ['person', ({ person }) => person?.handle],
    ['price', ({ price }) => price],
    ['state', ({ state }) => state],
    ['answer', ({ answer }) => answer],
    ['note', ({ note }) => note],
    ['redeemed', ({ at }) => at],
  ],
)

/** One line for each transfer, with its entries as “account amount”. */
export const ledgerExport = defineCsvExport(
  'GET /api/admin/rewards/ledger',
  (api, input, caller) => api.call('GET /api/admin/rewards/ledger', input, caller),
  [
    ['id', ({ id }) => id],
    ['kind', ({ kind }) => kind],
    ['at', ({ at }) => at],
    ['cause', ({ cause }) => cause],
    ['reverses', ({ reverses }) => reverses],
    ['note', ({ note }) => note],
    ['by', ({ by }) => by],
    ['entries', ({ entries }) => entries.map(({ account, amount }) => `${account} ${amount}`).join('; ')],
  ],
)
