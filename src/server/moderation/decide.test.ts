import { beforeAll, describe, expect, test } from 'vitest'
import { aDocument, anArticle } from '#test/articles.ts'
import { anEstablishedPerson, as, expectCountsToMatch, moderationNotices } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson } from '#test/people.ts'
import { DAY_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { ModerationAction } from '#contract/moderation/names.ts'
import type { Viewer } from '#contract/viewer.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
import { createDraft } from '#server/articles/drafts/drafts.ts'
import { editResponse } from '#server/conversation/edit.ts'
import { reportResponse } from '#server/conversation/report.ts'
import { respond } from '#server/conversation/respond.ts'
import { getResponse } from '#server/conversation/response.ts'
import { listThreads } from '#server/conversation/threads.ts'
import { reportPerson } from '#server/people/reports.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { findDrift } from '#server/platform/counters.ts'
import { allCounters } from '#server/all-counters.ts'
import { getCase, listCases } from './cases.ts'
import { decideAll } from './decide.ts'
import { deleteBelowStory, hideBelowStory, showBelowStory } from './story-page-actions.ts'
import { reportStory } from './story-reports.ts'
import { undoDecision } from './undo.ts'

let db: Db
let editor: Viewer
let admin: Viewer
beforeAll(async () => {
  db = (await aDatabase()).db
  editor = await aPerson(db, 'editor')
  admin = await aPerson(db, 'admin')
})

type Input = { reason: 'abuse'; note: string; days: number | null }
const input: Input = { reason: 'abuse', note: 'Please stay polite.', days: null }

async function aStory() {
  const author = await anEstablishedPerson(db, 'author')
  const story = await anArticle(db, author.id)
  return { author, story }
}

async function aConversation() {
  const { author, story } = await aStory()
  const writer = await anEstablishedPerson(db)
  const { id } = await respond(as(db, writer), story.id, { text: 'Well said.', parent: null })
  return { author, story, writer, id, caseId: `response:${id}` }
}

async function decideOne(caseId: string, action: ModerationAction, given: Partial<Input> = {}, by = editor) {
  const [outcome] = await decideAll(as(db, by), { targets: [caseId], action, ...input, ...given })
  if (!outcome) throw new Error('no outcome')
  return outcome
}

async function stateOf(id: string) {
  const row = await db
    .selectFrom('response')
    .select(['state', 'heldFor', 'hiddenAs', 'hiddenBy'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row
}

async function auditOf(id: string) {
  const rows = await db
    .selectFrom('auditEntry')
    .select(['action', 'reason'])
    .where('targetId', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

async function refusalOf(work: Promise<unknown>) {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

async function report(caseId: string, count: number) {
  const id = caseId.split(':')[1] ?? ''
  for (let at = 0; at < count; at++) {
    await reportResponse(as(db, await aPerson(db)), id, { reason: 'spam', note: 'Look.' })
  }
}

describe('a response', () => {
  test('that readers report becomes one case, which approving closes', async () => {
    const { id, caseId, story } = await aConversation()
    await report(caseId, 3)
    expect(await stateOf(id)).toMatchObject({ state: 'held', heldFor: 'reports' })
    expect(await getCase(as(db, editor), caseId)).toMatchObject({
      open: true,
      reports: 3,
      heldFor: 'reports',
      reasons: [{ reason: 'spam', count: 3 }],
      story: { id: story.id },
      can: ['approve', 'hide', 'delete', 'warn', 'ban', 'shadow-hold'],
    })
    expect(await decideOne(caseId, 'approve')).toMatchObject({ refused: null, decision: expect.any(String) })
    expect(await getCase(as(db, editor), caseId)).toMatchObject({ open: false, reports: 0, state: 'shown' })
    expect(await decideOne(caseId, 'approve')).toEqual({ id: caseId, decision: null, refused: null })
    await expectCountsToMatch(db, story.id)
    expect(await auditOf(id)).toEqual(['response.approved'])
  })

  test('that an editor hid is not shown again by its author or the story’s author', async () => {
    const { id, caseId, author, writer } = await aConversation()
    await decideOne(caseId, 'hide')
    expect(await stateOf(id)).toMatchObject({ state: 'hidden', hiddenAs: 'editor', hiddenBy: editor.id })
    for (const person of [author, writer]) {
      expect((await refusalOf(showBelowStory(as(db, person), id)))?.code).toBe('not-allowed')
    }
    expect((await getResponse(as(db, author), id)).can.approve).toBe(false)
    expect(await showBelowStory(as(db, editor), id)).toMatchObject({ state: 'shown', hiddenAs: null })
  })

  test('that its story’s author hid is shown again by them, until an editor hides it too', async () => {
    const { id, caseId, author } = await aConversation()
    await hideBelowStory(as(db, author), id)
    expect(await showBelowStory(as(db, author), id)).toMatchObject({ state: 'shown' })
    await hideBelowStory(as(db, author), id)
    await decideOne(caseId, 'hide')
    expect((await refusalOf(showBelowStory(as(db, author), id)))?.code).toBe('not-allowed')
  })

  test('that is hidden or deleted is explained to its author', async () => {
    const { id, caseId, writer, story } = await aConversation()
    await decideOne(caseId, 'hide')
    await decideOne(caseId, 'delete')
    expect(await stateOf(id)).toMatchObject({ state: 'deleted', hiddenAs: null })
    expect(await moderationNotices(db, writer.id)).toEqual([
      { outcome: 'hidden', reason: 'abuse', note: input.note },
      { outcome: 'deleted', reason: 'abuse', note: input.note },
    ])
    expect(await decideOne(caseId, 'hide')).toMatchObject({ refused: { code: 'wrong-state' } })
    expect(await auditOf(id)).toEqual(['response.hidden', 'response.deleted'])
    await expectCountsToMatch(db, story.id)
  })

  test('of a story that is no longer published can still be decided', async () => {
    const { id, caseId, story } = await aConversation()
    await report(caseId, 3)
    await transitionArticle(as(db, editor), story.id, { move: 'remove', note: 'x', at: null, version: null })
    expect(await decideOne(caseId, 'approve')).toMatchObject({ refused: null })
    expect(await stateOf(id)).toMatchObject({ state: 'shown' })
  })

  test('an editor deletes below the story leaves a record, and one’s own does not', async () => {
    const { id, story } = await aConversation()
    await deleteBelowStory(as(db, editor), id)
    expect(await auditOf(id)).toEqual(['response.deleted'])
    const own = await respond(as(db, editor), story.id, { text: 'Hm.', parent: null })
    await deleteBelowStory(as(db, editor), own.id)
    expect(await auditOf(own.id)).toEqual([])
  })
})

describe('an undo', () => {
  test('of an approval holds the response again and opens its reports', async () => {
    const { id, caseId, story } = await aConversation()
    await report(caseId, 3)
    const { decision } = await decideOne(caseId, 'approve')
    await undoDecision(as(db, editor), decision ?? '')
    expect(await stateOf(id)).toMatchObject({ state: 'held', heldFor: 'reports' })
    expect(await getCase(as(db, editor), caseId)).toMatchObject({
      open: true,
      reports: 3,
      decisions: [{ undoable: false }],
    })
    await undoDecision(as(db, editor), decision ?? '')
    await expectCountsToMatch(db, story.id)
  })

  test('of a hide shows the response and tells its author', async () => {
    const { id, caseId, writer } = await aConversation()
    const { decision } = await decideOne(caseId, 'hide')
    await undoDecision(as(db, editor), decision ?? '')
    expect(await stateOf(id)).toMatchObject({ state: 'shown', hiddenAs: null })
    expect((await moderationNotices(db, writer.id)).map(({ outcome }) => outcome)).toEqual(['hidden', 'shown'])
  })

  test('is refused after a later decision or change', async () => {
    const { caseId, id } = await aConversation()
    const { decision: first } = await decideOne(caseId, 'hide')
    await decideOne(caseId, 'approve')
    expect((await refusalOf(undoDecision(as(db, editor), first ?? '')))?.code).toBe('wrong-state')
    const { decision: second } = await decideOne(caseId, 'hide')
    await deleteBelowStory(as(db, editor), id)
    expect((await refusalOf(undoDecision(as(db, editor), second ?? '')))?.code).toBe('wrong-state')
  })
})

describe('a ban', () => {
  test('keeps a person from responding, editing, submitting and publishing until it ends', async () => {
    const { story, writer, id } = await aConversation()
    const draft = await createDraft(as(db, writer), { id: newId(), save: newId(), title: 'A story', body: aDocument() })
    await decideOne(`person:${writer.id}`, 'ban', { days: 3 })
    const attempts = [
      () => respond(as(db, writer), story.id, { text: 'Again.', parent: null }),
      () => editResponse(as(db, writer), id, 'Changed.'),
      () => transitionArticle(as(db, writer), draft.id, { move: 'submit', note: '', at: null, version: null }),
    ]
    for (const attempt of attempts) {
      const refused = await refusalOf(attempt())
      expect([refused?.code, refused?.message]).toEqual([
        'banned',
        expect.stringMatching(/again on \d{4}-\d\d-\d\d at/),
      ])
    }
    await getResponse(as(db, writer), id)
    const later = () => new Date(Date.now() + 3 * DAY_MS + 1000)
    await respond(as(db, writer, { now: later }), story.id, { text: 'Back.', parent: null })
    expect(await moderationNotices(db, writer.id)).toMatchObject([{ outcome: 'banned', until: expect.any(String) }])
  })

  test('can be permanent and can be ended', async () => {
    const { story, writer, caseId } = await aConversation()
    await decideOne(caseId, 'ban')
    const refused = await refusalOf(respond(as(db, writer), story.id, { text: 'Again.', parent: null }))
    expect(refused?.message).toContain('has banned your account')
    expect((await getCase(as(db, editor), caseId)).can).toContain('unban')
    await decideOne(caseId, 'unban')
    await respond(as(db, writer), story.id, { text: 'Back.', parent: null })
    expect(await auditOf(writer.id)).toEqual(['person.banned', 'person.unbanned'])
  })

  test('takes a scheduled story from the schedule', async () => {
    const author = await anEstablishedPerson(db, 'author')
    const draft = await createDraft(as(db, author), { id: newId(), save: newId(), title: 'A story', body: aDocument() })
    const at = new Date(Date.now() + DAY_MS).toISOString()
    await transitionArticle(as(db, author), draft.id, { move: 'schedule', note: '', at, version: null })
    await decideOne(`person:${author.id}`, 'ban', { days: 7 })
    const { state } = await db
      .selectFrom('article')
      .select('state')
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow()
    expect(state).toBe('draft')
  })

  test('needs a reason, a lower role and another person', async () => {
    await expect(
      decideAll(as(db, editor), { targets: [`person:${admin.id}`], action: 'ban', ...input, reason: null }),
    ).rejects.toMatchObject({ code: 'invalid' })
    for (const person of [admin, editor, await aPerson(db, 'editor')]) {
      expect(await decideOne(`person:${person.id}`, 'ban')).toMatchObject({ refused: { code: 'not-allowed' } })
    }
    expect(await decideOne(`person:${(await aPerson(db, 'editor')).id}`, 'warn', {}, admin)).toMatchObject({
      refused: null,
    })
  })
})

describe('a shadow-held person', () => {
  test('sees their responses as shown, and no one but editors sees them', async () => {
    const { author, story, writer, id, caseId } = await aConversation()
    const reader = await aPerson(db)
    await decideOne(caseId, 'shadow-hold')
    const { id: second } = await respond(as(db, writer), story.id, { text: 'Another.', parent: id })
    expect(await stateOf(id)).toMatchObject({ state: 'held', heldFor: 'shadow' })
    for (const one of [id, second]) {
      expect(await getResponse(as(db, writer), one)).toMatchObject({ state: 'shown', heldFor: null })
      expect(await getResponse(as(db, editor), one)).toMatchObject({ state: 'held', heldFor: 'shadow' })
      for (const person of [author, reader]) {
        expect((await refusalOf(getResponse(as(db, person), one)))?.code).toBe('not-found')
      }
    }
    const listed = async (person: Viewer) =>
      (await listThreads(as(db, person), story.id, { sort: 'newest', limit: 5 })).items
    expect(await listed(author)).toEqual([])
    expect(await listed(writer)).toMatchObject([
      { response: { id, state: 'shown' }, replies: { items: [{ id: second }] } },
    ])
    expect(await listed(editor)).toMatchObject([{ response: { id, state: 'held' } }])
    expect(await moderationNotices(db, writer.id)).toEqual([])
    expect(await getCase(as(db, editor), caseId)).toMatchObject({ open: false, sanctions: { shadowHeld: true } })
    await expectCountsToMatch(db, story.id)

    await decideOne(caseId, 'end-shadow-hold')
    const third = await respond(as(db, writer), story.id, { text: 'Third.', parent: null })
    await getResponse(as(db, reader), third.id)
  })
})

describe('a reported story', () => {
  test('is reported once by each reader, and never by its authors', async () => {
    const { author, story } = await aStory()
    const reader = await aPerson(db)
    for (const note of ['Why.', 'Again.']) await reportStory(as(db, reader), story.slug, { reason: 'harmful', note })
    expect((await refusalOf(reportStory(as(db, author), story.slug, { reason: 'spam', note: '' })))?.code).toBe(
      'not-allowed',
    )
    expect(await getCase(as(db, editor), `story:${story.id}`)).toMatchObject({
      open: true,
      reports: 1,
      openReports: [{ reason: 'harmful', note: 'Why.', by: { id: reader.id } }],
    })
  })

  test('that an editor hides is removed, and its author cannot publish it again', async () => {
    const { author, story } = await aStory()
    await reportStory(as(db, await aPerson(db)), story.slug, { reason: 'spam', note: '' })
    const { decision } = await decideOne(`story:${story.id}`, 'hide')
    expect(await getCase(as(db, editor), `story:${story.id}`)).toMatchObject({ open: false, state: 'removed' })
    for (const move of ['publish', 'restore', 'unpublish'] as const) {
      const refused = await refusalOf(
        transitionArticle(as(db, author), story.id, { move, note: '', at: null, version: null }),
      )
      expect(refused).not.toBeNull()
    }
    await undoDecision(as(db, editor), decision ?? '')
    expect(await getCase(as(db, editor), `story:${story.id}`)).toMatchObject({
      open: true,
      reports: 1,
      state: 'published',
    })
  })

  test('is deleted by admins only, and stays removed when its author takes it out of the trash', async () => {
    const { author, story } = await aStory()
    expect(await decideOne(`story:${story.id}`, 'delete')).toMatchObject({ refused: { code: 'not-allowed' } })
    expect(await decideOne(`story:${story.id}`, 'delete', {}, admin)).toMatchObject({ refused: null })
    const untrashed = await transitionArticle(as(db, author), story.id, {
      move: 'untrash',
      note: '',
      at: null,
      version: null,
    })
    expect(untrashed.state).toBe('removed')
  })
})

test('a reported person is warned, which resolves the reports', async () => {
  const person = await aPerson(db)
  await reportPerson(as(db, await aPerson(db)), person.id, { reason: 'impersonation', note: '' })
  await decideOne(`person:${person.id}`, 'warn')
  expect(await getCase(as(db, editor), `person:${person.id}`)).toMatchObject({
    open: false,
    history: { warned: 1, reports: 1 },
    decisions: [{ action: 'warn', reason: 'abuse', by: { id: editor.id } }],
  })
})

test('a bulk decision reports the outcome of each target and can be repeated', async () => {
  const [one, two] = [await aConversation(), await aConversation()]
  await deleteBelowStory(as(db, editor), two.id)
  const wish = { targets: [one.caseId, two.caseId, `response:${newId()}`], action: 'hide' as const, ...input }
  const codes = async () => (await decideAll(as(db, editor), wish)).map(({ refused }) => refused?.code ?? null)
  expect(await codes()).toEqual([null, 'wrong-state', 'not-found'])
  expect(await codes()).toEqual([null, 'wrong-state', 'not-found'])
})

test('reports of one person at the same time are all counted', async () => {
  const person = await aPerson(db)
  const reporters = await Promise.all(Array.from({ length: 6 }, () => aPerson(db)))
  await Promise.all(reporters.map((by) => reportPerson(as(db, by), person.id, { reason: 'spam', note: '' })))
  expect(await getCase(as(db, editor), `person:${person.id}`)).toMatchObject({ reports: 6 })
  const drifts = []
  for await (const { drift } of findDrift(db, allCounters)) drifts.push(drift)
  expect(drifts.filter(({ counter }) => /^moderation_case|report_count/.test(counter))).toEqual([])
})

test('the queue lists each case once, page by page, oldest first', async () => {
  const made: string[] = []
  for (let at = 0; at < 3; at++) {
    const { caseId } = await aConversation()
    await report(caseId, 1)
    made.push(caseId)
  }
  const seen: string[] = []
  for (let before: string | undefined; ;) {
    const page = await listCases(as(db, editor), { view: 'reported', kind: 'response', limit: 2, before })
    seen.push(...page.items.map(({ id }) => id))
    if (page.next === null) break
    before = page.next
  }
  expect(seen.filter((id) => made.includes(id))).toEqual(made)
  expect(new Set(seen).size).toBe(seen.length)
  const decided = await listCases(as(db, editor), { view: 'decided', limit: 1 })
  expect(decided.items[0]?.last).not.toBeNull()
})
