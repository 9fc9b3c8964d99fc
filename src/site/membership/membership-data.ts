import { isOwner } from '#contract/membership/describe-membership.ts'
import { errorStatus } from '#site/errors/error-status.ts'
import type { DataArgs } from '#site/page.ts'

/**
 * Visitors get one page for all of them, which can be cached: `plan`, `seat`, `gift` and `story` are read in the browser.
 * While membership is switched off, the page has no offer. Gifts and seats are paid for and still used there.
 */
export async function membershipData({ api, viewer }: DataArgs) {
  const [offer, personal] = await Promise.all([findOffer(api), viewer && loadPersonal(api)])
  return { offer, personal }
}

async function loadPersonal(api: DataArgs['api']) {
  const [own, receipts, gifts] = await Promise.all([
    api('GET /api/membership/own'),
    api('GET /api/membership/receipts', { query: {} }),
    api('GET /api/membership/gifts'),
  ])
  const isGroup = own.seats > 1 && isOwner(own)
  return { own, receipts, gifts, group: isGroup ? await api('GET /api/membership/seats') : null }
}

export type PersonalMembership = Awaited<ReturnType<typeof loadPersonal>>

/** Null when membership is switched off. */
async function findOffer(api: DataArgs['api']) {
  try {
    return await api('GET /api/membership')
  } catch (error) {
    if (errorStatus(error) === 404) return null
    throw error
  }
}
