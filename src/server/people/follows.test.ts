import { beforeAll, describe, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { findDrift } from '#server/platform/counters.ts'
import { setDisabled } from './person-records.ts'
import { listFollowers, listFollowing } from './follow-lists.ts'
import { follow, followedAmong, unfollow } from './follows.ts'
import { peopleCounters } from './counters.ts'
import { getProfile } from './profiles.ts'
import { block, mute, unblock, unmute, listBlockedAndMuted } from './blocks-and-mutes.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const as = (viewer: TestPerson, extra: Partial<Ctx> = {}) => ({ ...aCtx(db, extra), viewer })

function countsOf({ id }: { id: string }) {
  return db
    .selectFrom('person')
    .select(['followerCount', 'followingCount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function drifted() {
  const found = []
  for await (const { drift } of findDrift(db, peopleCounters)) found.push(drift)
  return found
}

const eventsOf = (cause: string) => db.selectFrom('notificationEvent').selectAll().where('cause', '=', cause).execute()

describe('following', () => {
  test('is idempotent, counts on both sides and notifies the other person once', async () => {
    const [ada, bea] = [await aPerson(db), await aPerson(db)]
    expect(await follow(as(ada), bea.handle)).toEqual({ followed: true, followers: 1 })
    expect(await follow(as(ada), bea.id)).toEqual({ followed: true, followers: 1 })
    expect(await countsOf(ada)).toEqual({ followerCount: 0, followingCount: 1 })
    expect(await countsOf(bea)).toEqual({ followerCount: 1, followingCount: 0 })
    expect(await unfollow(as(ada), bea.id)).toEqual({ followed: false, followers: 0 })
    expect(await unfollow(as(ada), bea.id)).toEqual({ followed: false, followers: 0 })
    await follow(as(ada), bea.id)
    const [event, ...more] = await eventsOf(`follow:${ada.id}:${bea.id}`)
    expect(more).toEqual([])
    expect(event).toMatchObject({ kind: 'follow', actorId: ada.id, personId: bea.id })
  })

  test('refuses the viewer, unknown people and disabled people', async () => {
    const [ada, gone] = [await aPerson(db), await aPerson(db)]
    await setDisabled(aCtx(db), gone.id, true)
    await expect(follow(as(ada), ada.id)).rejects.toMatchObject({ code: 'not-allowed' })
    await expect(follow(as(ada), 'nobody-of-that-name')).rejects.toMatchObject({ code: 'not-found' })
    await expect(follow(as(ada), gone.handle)).rejects.toMatchObject({ code: 'not-found' })
    await expect(follow(as(gone), ada.handle)).rejects.toMatchObject({ code: 'user-disabled' })
  })

  test('invalidates cached pages that show either person, only when something changed', async () => {
    const [ada, bea] = [await aPerson(db), await aPerson(db)]
    const forgotten: string[] = []
    const ctx = as(ada, { dropCached: (names) => void forgotten.push(...names) })
    await follow(ctx, bea.id)
    expect(forgotten).toEqual(expect.arrayContaining([`follows:${ada.id}`, `follows:${bea.id}`]))
    forgotten.length = 0
    await follow(ctx, bea.id)
    expect(forgotten).toEqual([`own:${ada.id}`])
  })

  test('keeps counts equal to the rows after 200 concurrent changes', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => aPerson(db)))
    let seed = 7
    const random = (most: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most
    const steps = Array.from({ length: 200 }, () => {
      const follower = people[random(people.length)] ?? people[0]
      const others = people.filter((person) => person !== follower)
      const followed = others[random(others.length)]
      if (!follower || !followed) throw new Error('nobody there')
      return random(2) === 0 ? follow(as(follower), followed.id) : unfollow(as(follower), followed.id)
    })
    const outcomes = await Promise.allSettled(steps)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
    for (const person of people) {
      const [followers, following] = await Promise.all([
        db.selectFrom('follow').select('followerId').where('followedId', '=', person.id).execute(),
        db.selectFrom('follow').select('followedId').where('followerId', '=', person.id).execute(),
      ])
      expect(await countsOf(person)).toEqual({ followerCount: followers.length, followingCount: following.length })
    }
  }, 60_000)

  test('never leaves a follow across a concurrent block', async () => {
    const [ada, bea] = [await aPerson(db), await aPerson(db)]
    for (let round = 0; round < 10; round++) {
      await Promise.allSettled([follow(as(ada), bea.id), block(as(bea), ada.id), follow(as(bea), ada.id)])
      expect(await followedAmong(as(ada), [bea.id])).toEqual(new Set())
      expect(await followedAmong(as(bea), [ada.id])).toEqual(new Set())
      expect(await countsOf(ada)).toEqual({ followerCount: 0, followingCount: 0 })
      await unblock(as(bea), ada.id)
    }
  })
})

describe('blocking and muting', () => {
  test('a block ends following in both directions and prevents it until unblocked', async () => {
    const [ada, bea] = [await aPerson(db), await aPerson(db)]
    await follow(as(ada), bea.id)
    await follow(as(bea), ada.id)
    expect(await block(as(ada), bea.handle)).toEqual({ followsYou: false, blocked: true, muted: false })
    for (const person of [ada, bea]) expect(await countsOf(person)).toEqual({ followerCount: 0, followingCount: 0 })
    await expect(follow(as(ada), bea.id)).rejects.toMatchObject({ code: 'not-allowed' })
    await expect(follow(as(bea), ada.id)).rejects.toMatchObject({ code: 'not-allowed' })
    // The blocked person is not notified.
    expect((await getProfile(as(bea), ada.handle)).relation).toEqual({
      followsYou: false,
      blocked: false,
      muted: false,
    })
    expect(await unblock(as(ada), bea.handle)).toMatchObject({ blocked: false })
    expect(await follow(as(bea), ada.id)).toEqual({ followed: true, followers: 1 })
  })

  test('blocked and muted people are listed, most recent first, until unblocked or unmuted', async () => {
    const [ada, bea, cai] = [await aPerson(db), await aPerson(db), await aPerson(db)]
    await block(as(ada, { now: () => new Date(1000) }), bea.id)
    await block(as(ada, { now: () => new Date(2000) }), cai.id)
    expect(await mute(as(ada), bea.id)).toEqual({ followsYou: false, blocked: true, muted: true })
    await mute(as(ada), bea.id)
    const handles = async () => {
      const { blocked, muted } = await listBlockedAndMuted(as(ada))
      return [blocked.map(({ handle }) => handle), muted.map(({ handle }) => handle)]
    }
    expect(await handles()).toEqual([[cai.handle, bea.handle], [bea.handle]])
    await unblock(as(ada), cai.id)
    await unmute(as(ada), bea.id)
    expect(await handles()).toEqual([[bea.handle], []])
    await expect(block(as(ada), ada.id)).rejects.toMatchObject({ code: 'not-allowed' })
  })
})

describe('lists of followers', () => {
  test('are paginated, most recent first, with whether the viewer follows each person', async () => {
    const star = await aPerson(db)
    const fans = []
    for (let nth = 0; nth < 5; nth++) {
      const fan = await aPerson(db)
      // Two with the same timestamp.
      await follow(as(fan, { now: () => new Date(Date.UTC(2026, 1, 1, 0, Math.floor(nth / 2))) }), star.id)
      fans.push(fan)
    }
    const [first] = fans
    if (!first) throw new Error('nobody there')
    const viewer = await aPerson(db)
    await follow(as(viewer), first.id)
    const seen = []
    let before: string | undefined
    do {
      const page = await listFollowers(as(viewer), star.handle, { limit: 2, before })
      expect(page.items.length).toBeLessThanOrEqual(2)
      seen.push(...page.items)
      before = page.next ?? undefined
    } while (before)
    expect(seen.map(({ id }) => id).toSorted()).toEqual(fans.map(({ id }) => id).toSorted())
    expect(seen[0]?.id).toBe(fans.at(-1)?.id)
    expect(seen.filter(({ followed }) => followed).map(({ id }) => id)).toEqual([first.id])
    const { items } = await listFollowing(aCtx(db), viewer.handle, { limit: 20 })
    expect(items).toMatchObject([{ id: first.id, followed: false, followers: 1 }])
    await expect(listFollowers(aCtx(db), star.handle, { limit: 2, before: 'x' })).rejects.toMatchObject({
      code: 'invalid',
    })
  })
})

describe('a disabled or deleted person', () => {
  test('is left out of counts while disabled, and counted again when enabled', async () => {
    const [ada, bea, cai] = [await aPerson(db), await aPerson(db), await aPerson(db)]
    await follow(as(ada), bea.id)
    await follow(as(bea), cai.id)
    await setDisabled(aCtx(db), bea.id, true)
    await setDisabled(aCtx(db), bea.id, true)
    expect((await countsOf(ada)).followingCount).toBe(0)
    expect((await countsOf(cai)).followerCount).toBe(0)
    expect((await listFollowers(aCtx(db), cai.id, { limit: 5 })).items).toEqual([])
    expect(await drifted()).toEqual([])
    await setDisabled(aCtx(db), bea.id, false)
    expect((await countsOf(ada)).followingCount).toBe(1)
    expect((await countsOf(cai)).followerCount).toBe(1)
    expect(await drifted()).toEqual([])
  })

  test('leaves no follows, blocks or old handles behind, and correct counts', async () => {
    const [ada, bea, cai] = [await aPerson(db), await aPerson(db), await aPerson(db)]
    await follow(as(ada), bea.id)
    await follow(as(bea), cai.id)
    await block(as(bea), await aPerson(db).then(({ id }) => id))
    await mute(as(ada), bea.id)
    await deleteAccount(aCtx(db), bea.uid)
    expect((await countsOf(ada)).followingCount).toBe(0)
    expect((await countsOf(cai)).followerCount).toBe(0)
    expect(await countsOf(bea)).toEqual({ followerCount: 0, followingCount: 0 })
    expect(await db.selectFrom('block').select('since').where('blockerId', '=', bea.id).execute()).toEqual([])
    expect((await listBlockedAndMuted(as(ada))).muted).toEqual([])
    expect(await drifted()).toEqual([])
  })
})
