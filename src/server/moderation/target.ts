import { sql } from 'kysely'
import type { ResponseState } from '#contract/conversation/conversation.ts'
import { type Role, roles } from '#contract/endpoint.ts'
import type { ModerationAction, ModerationReason, TargetKind } from '#contract/moderation/names.ts'
import type { DecidedFrom, Sanctions } from '#contract/moderation/moderation.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type Target = { kind: TargetKind; id: string; caseId: string }

export type DecisionInput = {
  action: ModerationAction
  reason: ModerationReason | null
  note: string
  /** The length of a ban; null for a permanent one. */
  days: number | null
}

/** What a decision changed. Null: the target was already as the decision wants it. */
export type Applied = { personId: string; before: DecidedFrom } | null

/** The case id is `kind:id`; the contract has validated it. */
export function parseTarget(caseId: string): Target {
  const [kind, id = ''] = caseId.split(':')
  return { kind: kind === 'story' || kind === 'person' ? kind : 'response', id, caseId }
}

/** Creates the case of a target that has none, and locks it. Call inside a transaction. */
export async function ensureCase({ db }: Pick<Ctx, 'db'>, { kind, id }: Target) {
  await sql`select refresh_moderation_case(${kind}, ${id})`.execute(db)
}

/** Editors sanction people with a lower role than their own, never themselves. */
export function canSanction(viewer: Viewer, person: { id: string; role: Role }) {
  return person.id !== viewer.id && roles.indexOf(viewer.role) > roles.indexOf(person.role)
}

type Facts = {
  kind: TargetKind
  /** The state of the response or story. */
  state: string
  hiddenAs: 'author' | 'editor' | null
  reports: number
  person: { id: string; role: Role; disabled: boolean }
  sanctions: Sanctions
}

/** What the viewer can decide about a target now. */
export function availableActions(viewer: Viewer, facts: Facts): ModerationAction[] {
  return [...contentActions(viewer, facts), ...personActions(viewer, facts)]
}

function contentActions(viewer: Viewer, { kind, state, hiddenAs, reports }: Facts): ModerationAction[] {
  if (kind === 'person') return reports > 0 ? ['approve'] : []
  if (kind === 'story') {
    const remove: ModerationAction[] = viewer.role === 'admin' ? ['delete'] : []
    if (state === 'published') return [...(reports > 0 ? (['approve'] as const) : []), 'hide', ...remove]
    if (state === 'removed') return ['approve', ...remove]
    return reports > 0 ? ['approve'] : []
  }
  return responseActions(state, hiddenAs, reports)
}

function responseActions(state: string, hiddenAs: Facts['hiddenAs'], reports: number): ModerationAction[] {
  const actions: Record<ResponseState, ModerationAction[]> = {
    shown: [...(reports > 0 ? (['approve'] as const) : []), 'hide', 'delete'],
    held: ['approve', 'hide', 'delete'],
    // Hiding again what a story author hid takes the decision from them.
    hidden: ['approve', ...(hiddenAs === 'editor' ? [] : (['hide'] as const)), 'delete'],
    deleted: [],
  }
  return state === 'shown' || state === 'held' || state === 'hidden' ? actions[state] : []
}

function personActions(viewer: Viewer, { person, sanctions }: Facts): ModerationAction[] {
  if (person.disabled || !canSanction(viewer, person)) return []
  return ['warn', sanctions.banned ? 'unban' : 'ban', sanctions.shadowHeld ? 'end-shadow-hold' : 'shadow-hold']
}
