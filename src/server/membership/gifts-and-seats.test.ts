import { beforeAll, describe, expect, test } from 'vitest'
import { as } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aPerson } from '#test/people.ts'
import { DAY_MS } from '#contract/constants.ts'
import type { PaymentProviderName } from '#contract/membership/membership.ts'
import type { MembershipState } from '#contract/membership/states.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createRateLimits } from '#server/platform/rate-limits.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { isMember, refreshEntitlements } from './entitlement.ts'
import {
  addUnpaidGift,
  endGiftOf,
  endTestGifts,
  findGiftOf,
  issueGiftCode,
  listOwnGifts,
  redeemGiftCode,
} from './gift-codes.ts'
import { startGiftCheckout } from './gift-checkout.ts'
import { createGiftCodes, endGiftCode } from './manage-gift-codes.ts'
import { createPlan, listAdminPlans, orderPlans, updatePlan } from './manage-plans.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { createTestProvider } from './providers/test-provider.ts'
import { acceptSeat, findSeatInvitation, inviteToSeat, listSeats, removeExcessSeats, removeSeat } from './seats.ts'

let db: Db
let admin: TestPerson
let testPayments: PaymentProvider
let realPayments: PaymentProvider
beforeAll(async () => {
  db = (await aDatabase()).db
  admin = await aPerson(db, 'admin')
  testPayments = createTestProvider(as(db, admin))
  realPayments = { ...testPayments, name: 'stripe' }
})

const planFields = {
  name: 'Reader',
  description: '',
  period: 'month' as const,
  price: 1000,
  currency: 'eur',
  trialDays: 0,
  benefits: [],
  seats: 1,
}
const aPlan = (fields: Partial<typeof planFields> = {}) =>
  createPlan(as(db, admin), { ...planFields, ...fields, request: newId() })

async function aMembership(person: TestPerson, fields: { state?: MembershipState; seats?: number } = {}) {
  const plan = await aPlan({ seats: fields.seats ?? 1 })
  const at = new Date()
  const id = newId()
  const periodEnd = new Date(at.getTime() + 30 * DAY_MS)
  await db
    .insertInto('membership')
    .values({
      id,
      personId: person.id,
      planId: plan.id,
      provider: 'test',
      subscriptionId: newId(),
      state: fields.state ?? 'active',
      price: 1e3,
      currency: 'eur',
      period: 'month',
      seats: fields.seats ?? 1,
      periodStart: at,
      periodEnd,
      startedAt: at,
      updatedAt: at,
    })
    .execute()
  await inTransaction(as(db, person), (tx) => refreshEntitlements(tx, [person.id]))
  return id
}

/** The token in the last mail to an address, which is encrypted in the table. */
async function lastLink(email: string) {
  const { decryptMail } = await import('#server/platform/mail.ts')
  const row = await db
    .selectFrom('mail')
    .selectAll()
    .where('toAddress', '=', email)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
  return decryptMail(as(db, admin).vault, row)
}

const tokenIn = (link: string | null) => new URL(link ?? '').searchParams.get('seat') ?? ''

describe('plans', () => {
  test('keep what another admin saved, and are archived, ordered and recorded', async () => {
    const ctx = as(db, admin)
    const plan = await aPlan({ name: 'First' })
    const changed = await updatePlan(ctx, plan.id, { ...planFields, name: 'Changed', archived: false, version: 1 })
    expect(changed).toMatchObject({ name: 'Changed', version: 2, members: 0 })
    const late = updatePlan(ctx, plan.id, { ...planFields, name: 'Late', archived: false, version: 1 })
    await expect(late).rejects.toMatchObject({ code: 'version-conflict', details: { current: { name: 'Changed' } } })
    const other = await aPlan({ name: 'Second' })
    await orderPlans(ctx, [other.id, plan.id])
    const names = (await listAdminPlans(ctx)).map(({ name }) => name)
    expect(names.indexOf('Second')).toBeLessThan(names.indexOf('Changed'))
    await updatePlan(ctx, plan.id, { ...planFields, archived: true, version: 2 })
    const { items } = {
      items: await db.selectFrom('auditEntry').select('action').where('targetId', '=', plan.id).execute(),
    }
    expect(items.map(({ action }) => action)).toEqual(['plan.created', 'plan.updated', 'plan.archived'])
  })

  test('with members keep their billing and currency, so that the page tells members what they pay', async () => {
    const [owner, ctx] = [await aPerson(db), as(db, admin)]
    await aMembership(owner)
    const { planId } = await db
      .selectFrom('membership')
      .select('planId')
      .where('personId', '=', owner.id)
      .executeTakeFirstOrThrow()
    const update = (fields: object) =>
      updatePlan(ctx, planId, { ...planFields, ...fields, archived: false, version: 1 })
    const issues = (field: string) => ({ code: 'invalid', details: { issues: [{ path: ['body', field] }] } })
    await expect(update({ period: 'year' })).rejects.toMatchObject(issues('period'))
    await expect(update({ currency: 'usd' })).rejects.toMatchObject(issues('currency'))
    const at = new Date()
    await db.updateTable('membership').set({ state: 'expired', endedAt: at }).where('planId', '=', planId).execute()
    expect(await update({ period: 'year' })).toMatchObject({ period: 'year' })
  })

  test('have prices that the payment provider neither refuses nor rounds', async () => {
    for (const unpayable of [
      { price: 1050, currency: 'isk' },
      { price: 1005, currency: 'kwd' },
    ])
      await expect(async () => aPlan(unpayable)).rejects.toMatchObject({ code: 'invalid' })
    expect(await aPlan({ price: 99_000, currency: 'isk' })).toMatchObject({ price: 99_000 })
  })
})

describe('a gift', () => {
  async function aGift(buyer: TestPerson, recipientEmail = '', provider: PaymentProviderName = 'stripe') {
    const plan = await aPlan({ period: 'month' })
    const checkoutId = newId()
    const at = new Date()
    await db
      .insertInto('checkout')
      .values({
        id: checkoutId,
        kind: 'gift',
        personId: buyer.id,
        planId: plan.id,
        provider,
        requestId: newId(),
        amount: 1e3,
        currency: 'eur',
        createdAt: at,
      })
      .execute()
    const gift = { checkoutId, plan, recipientName: 'Ada', recipientEmail, message: '<b>Enjoy</b>' }
    await inTransaction(as(db, buyer), (tx) => addUnpaidGift(tx, gift))
    return checkoutId
  }

  test('has a code once it is paid, which is mailed once and shown to the buyer only', async () => {
    const [buyer, stranger] = [await aPerson(db, 'reader', { name: 'Bo Giver' }), await aPerson(db)]
    const email = `${newId().toLowerCase()}@example.com`
    const checkoutId = await aGift(buyer, email)
    expect(await findGiftOf(as(db, buyer), checkoutId)).toBeNull()
    for (let n = 0; n < 2; n++) await inTransaction(as(db, buyer), (tx) => issueGiftCode(tx, checkoutId))
    const gift = await findGiftOf(as(db, buyer), checkoutId)
    expect(gift?.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
    expect(await findGiftOf(as(db, stranger), checkoutId)).toBeNull()
    expect(await listOwnGifts(as(db, stranger))).toEqual([])
    expect(await listOwnGifts(as(db, buyer))).toMatchObject([{ code: gift?.code, months: 1, state: 'ready' }])
    const mail = await lastLink(email)
    expect(mail.text).toContain(gift?.code)
    expect(mail.html).toContain('&#60;b&#62;Enjoy')
    const stored = await db.selectFrom('giftCode').select('code').where('checkoutId', '=', checkoutId).execute()
    expect(stored[0]?.code).not.toContain(gift?.code)
    expect(await db.selectFrom('mail').select('id').where('toAddress', '=', email).execute()).toHaveLength(1)
  })

  test('of the test checkout has a code too, but is mailed to no one', async () => {
    const buyer = await aPerson(db)
    const email = `${newId().toLowerCase()}@example.com`
    const checkoutId = await aGift(buyer, email, 'test')
    await inTransaction(as(db, buyer), (tx) => issueGiftCode(tx, checkoutId))
    expect((await findGiftOf(as(db, buyer), checkoutId))?.code).toMatch(/-/)
    expect(await db.selectFrom('mail').select('id').where('toAddress', '=', email).execute()).toEqual([])
  })

  test.each(['test', 'stripe-test'] as const)('of %s ends when real payments are set up, others stay', async (name) => {
    const inTestMode = { ...testPayments, name }
    const [buyer, early, late] = [await aPerson(db), await aPerson(db), await aPerson(db)]
    const codeOf = async (provider: PaymentProviderName) => {
      const checkoutId = await aGift(buyer, '', provider)
      await inTransaction(as(db, buyer), (tx) => issueGiftCode(tx, checkoutId))
      return (await findGiftOf(as(db, buyer), checkoutId))?.code ?? ''
    }
    const [used, unused, paid] = [await codeOf(name), await codeOf(name), await codeOf('stripe')]
    await redeemGiftCode(as(db, early), inTestMode, used)
    await endTestGifts(as(db, admin), inTestMode)
    expect(await isMember(db, early.id, new Date())).toBe(true)
    await expect(redeemGiftCode(as(db, late), realPayments, unused)).rejects.toMatchObject({ code: 'code-not-valid' })
    for (let n = 0; n < 2; n++) await endTestGifts(as(db, admin), realPayments)
    expect(await isMember(db, early.id, new Date())).toBe(false)
    const gifts = await listOwnGifts(as(db, buyer))
    const stateOf = (code: string) => gifts.find((gift) => gift.code === code)?.state
    expect([used, unused, paid].map(stateOf)).toEqual(['redeemed', 'ended', 'ready'])
    await redeemGiftCode(as(db, late), realPayments, paid)
    expect(await isMember(db, late.id, new Date())).toBe(true)
  })

  test('is not bought again and again for one address', async () => {
    const limits = createRateLimits({ db, now: () => new Date(), relaxed: false })
    const ctx = as(db, await aPerson(db), { limits })
    const { id: plan } = await aPlan()
    const gift = { plan, recipientName: '', message: '', recipientEmail: `${newId()}@example.com` }
    const buy = () => startGiftCheckout(ctx, realPayments, { ...gift, request: newId() })
    for (let n = 0; n < 5; n++) await buy()
    await expect(buy()).rejects.toMatchObject({ code: 'too-many-requests' })
  })

  test('cannot be bought of a plan that costs nothing', async () => {
    const { id: plan } = await aPlan({ price: 0 })
    const gift = { plan, recipientName: '', message: '', recipientEmail: '', request: newId() }
    const buying = startGiftCheckout(as(db, await aPerson(db)), testPayments, gift)
    await expect(buying).rejects.toMatchObject({ code: 'not-allowed' })
  })

  test('stays in the list of its buyer when an admin ends it', async () => {
    const buyer = await aPerson(db)
    const checkoutId = await aGift(buyer)
    expect(await listOwnGifts(as(db, buyer))).toEqual([])
    await inTransaction(as(db, buyer), (tx) => issueGiftCode(tx, checkoutId))
    const [gift] = await listOwnGifts(as(db, buyer))
    expect(gift?.state).toBe('ready')
    await endGiftCode(as(db, admin), gift?.id ?? '')
    expect(await listOwnGifts(as(db, buyer))).toEqual([{ ...gift, state: 'ended' }])
  })

  test('is redeemed by one of two people at once, who can repeat it, and the buyer is notified', async () => {
    const [buyer, one, two] = [await aPerson(db), await aPerson(db), await aPerson(db)]
    const checkoutId = await aGift(buyer)
    await inTransaction(as(db, buyer), (tx) => issueGiftCode(tx, checkoutId))
    const code = (await findGiftOf(as(db, buyer), checkoutId))?.code ?? ''
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    const results = await Promise.allSettled(
      [one, two].map((person) => redeemGiftCode(as(db, person), realPayments, typed)),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const winner = results[0]?.status === 'fulfilled' ? one : two
    await redeemGiftCode(as(db, winner), realPayments, code)
    const entitled = await Promise.all([one, two].map(({ id }) => isMember(db, id, new Date())))
    expect(entitled.filter(Boolean)).toHaveLength(1)
    const grants = await db.selectFrom('membershipGrant').select('id').where('personId', '=', winner.id).execute()
    expect(grants).toHaveLength(1)
    const events = db.selectFrom('notificationEvent').select('detail').where('personId', '=', buyer.id)
    expect(await events.execute()).toMatchObject([{ detail: { outcome: 'gift-redeemed' } }])
  })

  test('that is refunded after it was redeemed ends, and the next one moves up', async () => {
    const [buyer, friend] = [await aPerson(db), await aPerson(db)]
    const now = new Date()
    const redeemed: string[] = []
    for (let n = 0; n < 2; n++) {
      const checkoutId = await aGift(buyer)
      await inTransaction(as(db, buyer), (tx) => issueGiftCode(tx, checkoutId))
      const code = (await findGiftOf(as(db, buyer), checkoutId))?.code ?? ''
      await redeemGiftCode(as(db, friend, { now: () => new Date(now.getTime() + n) }), realPayments, code)
      redeemed.push(checkoutId)
    }
    const ends = async () => {
      const rows = db.selectFrom('membershipGrant').select(['startsAt', 'endedAt']).where('personId', '=', friend.id)
      return rows.orderBy('createdAt').execute()
    }
    expect((await ends())[1]?.startsAt?.getTime()).toBeGreaterThan(now.getTime() + 27 * DAY_MS)
    const later = new Date(now.getTime() + DAY_MS)
    for (let n = 0; n < 2; n++)
      await inTransaction(as(db, admin, { now: () => later }), (tx) => endGiftOf(tx, redeemed[0] ?? ''))
    expect(await ends()).toMatchObject([{ endedAt: later }, { startsAt: later, endedAt: null }])
    const events = db.selectFrom('notificationEvent').select('detail').where('personId', '=', friend.id)
    expect(await events.execute()).toMatchObject([{ detail: { outcome: 'gift-refunded' } }])
  })

  test('is refused when it was ended, has expired or does not exist', async () => {
    const member = await aPerson(db)
    const batch = { request: newId(), count: 3, months: 2, note: 'Raffle', expiresAt: null }
    const [first, second, third] = await createGiftCodes(as(db, admin), batch)
    const redeem = (code: string | null | undefined, now = new Date()) =>
      redeemGiftCode(as(db, member, { now: () => now }), realPayments, code ?? '')
    await redeem(first?.code)
    await expect(endGiftCode(as(db, admin), first?.id ?? '')).rejects.toMatchObject({ code: 'wrong-state' })
    await endGiftCode(as(db, admin), second?.id ?? '')
    await expect(redeem(second?.code)).rejects.toMatchObject({ code: 'code-not-valid' })
    await expect(redeem('AAAA-BBBB-CCCC-DDDD')).rejects.toMatchObject({ code: 'code-not-valid' })
    await db
      .updateTable('giftCode')
      .set({ expiresAt: new Date() })
      .where('id', '=', third?.id ?? '')
      .execute()
    await expect(redeem(third?.code, new Date(Date.now() + 1000))).rejects.toThrow('expired')
  })
})

describe('a group', () => {
  test('gives a seat by mail, which its person has until it is taken back', async () => {
    const [owner, guest, stranger] = [await aPerson(db), await aPerson(db), await aPerson(db)]
    await aMembership(owner, { seats: 2 })
    const seat = await inviteToSeat(as(db, owner), { email: guest.email.toUpperCase() })
    expect(seat).toMatchObject({ email: guest.email, accepted: false, name: null })
    const token = tokenIn((await lastLink(guest.email)).link)
    expect(await findSeatInvitation(as(db, guest), token)).toEqual({ by: owner.name, used: false })
    await expect(acceptSeat(as(db, owner), token)).rejects.toMatchObject({ code: 'already-member' })
    for (let n = 0; n < 2; n++) await acceptSeat(as(db, guest), token)
    expect(await isMember(db, guest.id, new Date())).toBe(true)
    await expect(acceptSeat(as(db, stranger), token)).rejects.toMatchObject({ code: 'link-expired' })
    expect(await listSeats(as(db, owner))).toMatchObject({ total: 2, seats: [{ accepted: true, name: guest.name }] })
    await expect(removeSeat(as(db, stranger), seat.id)).rejects.toMatchObject({ code: 'not-found' })
    await removeSeat(as(db, owner), seat.id)
    expect(await isMember(db, guest.id, new Date())).toBe(false)
    await expect(findSeatInvitation(as(db, guest), token)).rejects.toMatchObject({ code: 'link-expired' })
  })

  test('never has more invitations than seats, two at once included', async () => {
    const owner = await aPerson(db)
    await aMembership(owner, { seats: 2 })
    const invite = (name: string) => inviteToSeat(as(db, owner), { email: `${name}-${owner.handle}@example.com` })
    const results = await Promise.allSettled([invite('one'), invite('two'), invite('three')])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'no-seat-left' } })
    await expect(inviteToSeat(as(db, await aPerson(db)), { email: 'x@example.com' })).rejects.toMatchObject({
      code: 'not-a-member',
    })
  })

  test('that has ended does not keep its people from another one', async () => {
    const [ended, other, guest] = [await aPerson(db), await aPerson(db), await aPerson(db)]
    for (const owner of [ended, other]) await aMembership(owner, { seats: 2 })
    const accept = async (owner: TestPerson) => {
      await inviteToSeat(as(db, owner), { email: guest.email })
      await acceptSeat(as(db, guest), tokenIn((await lastLink(guest.email)).link))
    }
    await accept(ended)
    await expect(accept(other)).rejects.toMatchObject({ code: 'already-member' })
    const at = new Date()
    const end = { state: 'expired' as const, endedAt: at }
    await db.updateTable('membership').set(end).where('personId', '=', ended.id).execute()
    await accept(other)
    expect(await listSeats(as(db, other))).toMatchObject({ seats: [{ accepted: true, name: guest.name }] })
  })

  test('refuses people who pay themselves, and a second group at the same moment', async () => {
    const [one, two, payer, guest] = [await aPerson(db), await aPerson(db), await aPerson(db), await aPerson(db)]
    const tokenFor = async (owner: TestPerson, email: string) => {
      await inviteToSeat(as(db, owner), { email })
      return tokenIn((await lastLink(email)).link)
    }
    for (const owner of [one, two]) await aMembership(owner, { seats: 3 })
    await aMembership(payer)
    const forPayer = await tokenFor(one, payer.email)
    await expect(acceptSeat(as(db, payer), forPayer)).rejects.toMatchObject({ code: 'already-member' })
    const tokens = [await tokenFor(one, guest.email), await tokenFor(two, guest.email)]
    const results = await Promise.allSettled(tokens.map((token) => acceptSeat(as(db, guest), token)))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'already-member' } })
  })

  test('loses the newest seats first when the plan gets smaller', async () => {
    const [owner, first, last] = [await aPerson(db), await aPerson(db), await aPerson(db)]
    const id = await aMembership(owner, { seats: 3 })
    for (const [index, guest] of [first, last].entries()) {
      const at = new Date(Date.now() + index * 1000)
      await inviteToSeat(as(db, owner, { now: () => at }), { email: guest.email })
      await acceptSeat(as(db, guest), tokenIn((await lastLink(guest.email)).link))
    }
    await db.updateTable('membership').set({ seats: 2 }).where('id', '=', id).execute()
    await inTransaction(as(db, owner), (tx) => removeExcessSeats(tx, id))
    expect(await isMember(db, first.id, new Date())).toBe(true)
    expect(await isMember(db, last.id, new Date())).toBe(false)
    const events = db.selectFrom('notificationEvent').select('detail').where('personId', '=', last.id)
    expect(await events.execute()).toMatchObject([{ detail: { outcome: 'seat-removed' } }])
  })
})
