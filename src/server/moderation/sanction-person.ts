import { DAY_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { ModerationAction } from '#contract/moderation/names.ts'
import type { Viewer } from '#contract/viewer.ts'
import { transitionInTransaction } from '#server/articles/transitions.ts'
import { shadowHoldLocked } from '#server/conversation/moderate.ts'
import { lockForModeration } from '#server/conversation/update-response.ts'
import { lockPeople } from '#server/people/person-records.ts'
import { resolvePersonReports } from '#server/people/reports.ts'
import { listSanctions, setSanctions } from '#server/people/sanctions.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { notifyPerson } from './notify.ts'
import { type Applied, type DecisionInput, type Target, canSanction } from './target.ts'

type SanctionAction = Exclude<ModerationAction, 'approve' | 'hide' | 'delete'>
type Sanction = Omit<DecisionInput, 'action'> & { action: SanctionAction; id: string }

/**
 * Warns, bans or shadow-holds the person, or the author of the target. Reports of a person are resolved; a response or
 * story stays in the queue, because nothing was decided about it. Call inside a transaction.
 */
export async function sanctionPerson(tx: Ctx<Viewer>, target: Target, sanction: Sanction): Promise<Applied> {
  const about = await findAuthor(tx, target)
  const { personId } = about
  await lockPeople(tx.db, [personId])
  const person = await orNotFound(
    tx.db.selectFrom('person').select(['id', 'role', 'uid']).where('id', '=', personId).executeTakeFirst(),
  )
  if (person.uid === null) throw new Refusal('not-found', { message: 'This account was deleted.' })
  if (!canSanction(tx.viewer, person)) {
    throw new Refusal('not-allowed', { message: 'You can only do this to people with a lower role than yours.' })
  }
  if (target.kind === 'person') await resolvePersonReports(tx, personId)
  return (await apply(tx, target, { ...sanction, ...about })) ? { personId, before: {} } : null
}

type About = { personId: string; articleId?: string; responseId?: string }

async function findAuthor({ db }: Ctx, { kind, id }: Target): Promise<About> {
  if (kind === 'person') return { personId: id }
  if (kind === 'story') {
    const { authorId } = await orNotFound(
      db.selectFrom('article').select('authorId').where('id', '=', id).executeTakeFirst(),
    )
    return { personId: authorId, articleId: id }
  }
  const { authorId, articleId } = await orNotFound(
    db.selectFrom('response').select(['authorId', 'articleId']).where('id', '=', id).executeTakeFirst(),
  )
  return { personId: authorId, articleId, responseId: id }
}

/** False when the person already has this sanction, or not the one to end. */
async function apply(tx: Ctx<Viewer>, target: Target, { action, days, reason, ...about }: Sanction & About) {
  const { personId } = about
  const current = (await listSanctions(tx, [personId])).get(personId)
  const at = tx.now()
  switch (action) {
    case 'warn':
      await notifyPerson(tx, { ...about, reason, outcome: 'warned' })
      return true
    case 'ban': {
      const until = days === null ? null : new Date(at.getTime() + days * DAY_MS)
      await setSanctions(tx, personId, { bannedAt: at, bannedUntil: until, banReason: reason ?? '' })
      await unscheduleStories(tx, personId)
      await notifyPerson(tx, { ...about, reason, outcome: 'banned', until })
      return true
    }
    case 'unban':
      if (!current?.banned) return false
      await setSanctions(tx, personId, { bannedAt: null, bannedUntil: null, banReason: '' })
      await notifyPerson(tx, { ...about, reason: null, outcome: 'unbanned' })
      return true
    // Shadow-holding works only as long as the person does not know, so they are not notified.
    case 'shadow-hold': {
      const hidden = target.kind === 'response' && (await shadowHoldResponse(tx, target.id))
      if (current?.shadowHeld) return hidden
      await setSanctions(tx, personId, { shadowHeldAt: at })
      return true
    }
    case 'end-shadow-hold':
      if (!current?.shadowHeld) return false
      await setSanctions(tx, personId, { shadowHeldAt: null })
      return true
  }
}

async function shadowHoldResponse(tx: Ctx<Viewer>, id: string) {
  const locked = await lockForModeration(tx, id)
  const { state, heldFor } = locked.row
  if (state !== 'shown' && (state !== 'held' || heldFor === 'shadow')) return false
  await shadowHoldLocked(tx, locked)
  return true
}

/** A scheduled story would be published during the ban. */
async function unscheduleStories(tx: Ctx<Viewer>, personId: string) {
  const scheduled = await tx.db
    .selectFrom('article')
    .select('id')
    .where('authorId', '=', personId)
    .where('state', '=', 'scheduled')
    .orderBy('id')
    .execute()
  for (const { id } of scheduled) {
    await transitionInTransaction(tx, id, { move: 'unschedule', note: '', at: null, version: null })
  }
}
