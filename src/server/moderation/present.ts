import type {
  Appeal,
  AppealOutcome,
  Decision,
  ListedResponse,
  ModerationCase,
} from '#contract/moderation/moderation.ts'
import { type ModerationAction, moderationReasons } from '#contract/moderation/names.ts'
import type { PersonCard } from '#contract/people.ts'
import type { Viewer } from '#contract/viewer.ts'
import { cardsOf } from '#server/people/cards.ts'
import { listSanctions } from '#server/people/sanctions.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type CaseRow, latestOf } from './queries.ts'
import type { ListedRow } from './response-queries.ts'
import { availableActions } from './target.ts'

const isoOrNull = (at: Date | null) => at?.toISOString() ?? null

type AppealRow = {
  id: string
  text: string
  createdAt: Date
  outcome: AppealOutcome | null
  note: string
  decidedAt: Date | null
}

export function presentAppeal({ id, text, createdAt, outcome, note, decidedAt }: AppealRow): Appeal {
  return { id, text, at: createdAt.toISOString(), outcome, note, decidedAt: isoOrNull(decidedAt) }
}

type DecisionRow = {
  id: string
  action: ModerationAction
  reason: string
  note: string
  byId: string | null
  at: Date
  until: Date | null
  undoneAt: Date | null
}

/** `isLatest`: only the last decision about a target can be undone. */
export function presentDecision(row: DecisionRow, people: Map<string, PersonCard>, isLatest: boolean): Decision {
  const { id, action, reason, note, byId, at, until, undoneAt } = row
  return {
    id,
    action,
    reason: moderationReasons.find((one) => one === reason) ?? null,
    note,
    by: (byId !== null && people.get(byId)) || null,
    at: at.toISOString(),
    until: isoOrNull(until),
    undoneAt: isoOrNull(undoneAt),
    undoable: isLatest && undoneAt === null && (action === 'approve' || action === 'hide'),
  }
}

export async function peopleById(ctx: Ctx, ids: (string | null)[]) {
  const known = [...new Set(ids.flatMap((id) => id ?? []))]
  return new Map((await cardsOf(ctx, known)).map((card) => [card.id, card]))
}

const noSanctions = { banned: false, bannedUntil: null, shadowHeld: false }

export async function presentCases(ctx: Ctx<Viewer>, rows: CaseRow[]): Promise<ModerationCase[]> {
  const latest = await latestOf(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const people = await peopleById(ctx, [
    ...rows.map(({ personId }) => personId),
    ...latest.decisions.map(({ byId }) => byId),
  ])
  const sanctions = await listSanctions(
    ctx,
    rows.map(({ personId }) => personId),
  )
  return rows.flatMap((row) => {
    const person = people.get(row.personId)
    if (!person) return []
    const own = sanctions.get(row.personId) ?? noSanctions
    const state = stateOf(row)
    const appeal = latest.appeals.find(({ caseId }) => caseId === row.id)
    const last = latest.decisions.find(({ caseId }) => caseId === row.id)
    return {
      id: row.id,
      kind: row.kind,
      open: row.open,
      heldFor: row.responseState === 'held' ? row.heldFor : null,
      reports: row.reportCount,
      reasons: row.reasons,
      appeal: appeal ? presentAppeal(appeal) : null,
      openedAt: row.openedAt.toISOString(),
      decidedAt: isoOrNull(row.decidedAt),
      state,
      text: textOf(row),
      story: storyOf(row),
      person,
      sanctions: own,
      last: last ? presentDecision(last, people, true) : null,
      can: availableActions(ctx.viewer, {
        kind: row.kind,
        state,
        hiddenAs: row.hiddenAs,
        reports: row.reportCount,
        person: { id: row.personId, role: row.personRole, disabled: row.personDisabledAt !== null },
        sanctions: own,
      }),
    }
  })
}

function stateOf({ kind, responseState, articleState, personDisabledAt }: CaseRow) {
  if (kind === 'response') return responseState ?? 'deleted'
  if (kind === 'story') return articleState ?? 'trashed'
  return personDisabledAt === null ? 'active' : 'disabled'
}

function textOf({ kind, responseText, storyText, personAbout }: CaseRow) {
  if (kind === 'response') return responseText ?? ''
  return (kind === 'story' ? storyText : personAbout) ?? ''
}

function storyOf({ articleId, slug, title, articleState }: CaseRow) {
  if (articleId === null || slug === null) return null
  return { id: articleId, slug, title: title ?? '', published: articleState === 'published' }
}

export async function presentListed(ctx: Ctx<Viewer>, rows: ListedRow[]): Promise<ListedResponse[]> {
  const authors = [...new Set(rows.map(({ authorId }) => authorId))]
  const [people, sanctions] = await Promise.all([peopleById(ctx, authors), listSanctions(ctx, authors)])
  return rows.flatMap((row) => {
    const { id, text, state, heldFor, reportCount, createdAt, authorId, parentId } = row
    const author = people.get(authorId)
    if (!author) return []
    return {
      id: `response:${id}`,
      text,
      state,
      heldFor: state === 'held' ? heldFor : null,
      reports: reportCount,
      createdAt: createdAt.toISOString(),
      author,
      story: {
        id: row.articleId,
        slug: row.slug,
        title: row.title,
        published: row.articleState === 'published',
      },
      reply: parentId !== null,
      can: availableActions(ctx.viewer, {
        kind: 'response',
        state,
        hiddenAs: row.hiddenAs,
        reports: row.openReports,
        person: { id: authorId, role: row.personRole, disabled: row.personDisabledAt !== null },
        sanctions: sanctions.get(authorId) ?? noSanctions,
      }),
    }
  })
}
