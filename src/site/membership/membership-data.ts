import { isOwner } from '#contract/membership/describe-membership.ts'
import { errorStatus } from '#site/errors/error-status.ts'
import type { DataArgs } from '#site/page.ts'

/**
 * Visitors get one page for all of them, which can be cached: `plan`, `seat` and `gift` are read in the browser.
 * While membership is switched off, only people who have something to manage see the page, without the offer.
 */
export async function membershipData({ api, viewer }: DataArgs) {
  const personal = viewer && (await loadPersonal(api))
  const offer = personal && hasHistory(personal) ? await findOffer(api) : await api('GET /api/membership')
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

function hasHistory({ own, receipts, gifts }: PersonalMembership) {
  return own.state !== 'none' || own.member || receipts.items.length > 0 || gifts.length > 0
}

/** Null when membership is switched off. */
async function findOffer(api: DataArgs['api']) {
  try {
    return await api('GET /api/membership')
  } catch (error) {
    if (errorStatus(error) === 404) return null
    throw error
  }
}
