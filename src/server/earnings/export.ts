import { defineCsvExport } from '#server/platform/csv-export.ts'

/** With every figure that `docs/earnings.md` needs to recompute the amounts. */
export const ownStoriesExport = defineCsvExport(
  'GET /api/earnings/stories',
  (api, input, caller) => api.call('GET /api/earnings/stories', input, caller),
  [
    ['month', ({ month }) => month],
    ['currency', ({ currency }) => currency],
    ['net', ({ net }) => net],
    ['carried', ({ carried }) => carried],
    ['revenue', ({ revenue }) => revenue],
    ['share percent', ({ sharePercent }) => sharePercent],
    ['pool', ({ pool }) => pool],
    ['total reads', ({ reads }) => reads],
    ['story reads', ({ storyReads }) => storyReads],
    ['authors', ({ authors }) => authors],
    ['tie key', ({ tieKey }) => tieKey],
    ['round up from', ({ roundUpFrom }) => roundUpFrom],
    ['amount', ({ amount }) => amount],
    ['closed', ({ closedAt }) => closedAt],
    // Last, so that a short script can split the other cells at commas.
    ['story', ({ title }) => title],
  ],
)

export const creatorsExport = defineCsvExport(
  'GET /api/admin/earnings',
  (api, input, caller) => api.call('GET /api/admin/earnings', input, caller),
  [
    ['person', ({ person }) => person.id],
    ['name', ({ person }) => person.name],
    ['handle', ({ person }) => person.handle],
    ['currency', ({ currency }) => currency],
    ['earned', ({ earned }) => earned],
    ['paid', ({ paid }) => paid],
    ['owed', ({ owed }) => owed],
  ],
)

export const payoutsExport = defineCsvExport(
  'GET /api/admin/earnings/payouts',
  (api, input, caller) => api.call('GET /api/admin/earnings/payouts', input, caller),
  [
    ['id', ({ id }) => id],
    ['person', ({ person }) => person?.id],
    ['name', ({ person }) => person?.name],
    ['amount', ({ amount }) => amount],
    ['currency', ({ currency }) => currency],
    ['reference', ({ reference }) => reference],
    ['paid on', ({ paidOn }) => paidOn],
    ['recorded by', ({ by }) => by],
    ['recorded', ({ createdAt }) => createdAt],
    ['voided', ({ voidedAt }) => voidedAt],
  ],
)
