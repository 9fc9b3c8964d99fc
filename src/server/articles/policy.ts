import { type ArticleState, Transition } from '#contract/articles/articles.ts'
import { type Role, hasRole } from '#contract/endpoint.ts'

export type Authorship = 'author' | 'co-author' | 'none'
export type Actor = { role: Role; authorship: Authorship }

type TransitionRule = {
  from: readonly ArticleState[]
  to: ArticleState
  /** The minimum role for each authorship; null means never. */
  by: Record<Authorship, Role | null>
  /** Required input. */
  needs?: 'note' | 'time'
}

const writers = (least: Role): TransitionRule['by'] => ({ 'author': least, 'co-author': least, 'none': 'editor' })
const editors: TransitionRule['by'] = { 'author': 'editor', 'co-author': 'editor', 'none': 'editor' }
const own: TransitionRule['by'] = { 'author': 'reader', 'co-author': null, 'none': 'admin' }

/** The article state machine: every transition, its states, and who may apply it. */
export const transitions: Record<Transition, TransitionRule> = {
  'submit': { from: ['draft'], to: 'in-review', by: { 'author': 'reader', 'co-author': 'reader', 'none': null } },
  'withdraw': { from: ['in-review'], to: 'draft', by: { 'author': 'reader', 'co-author': 'reader', 'none': null } },
  'request-changes': { from: ['in-review'], to: 'draft', by: editors, needs: 'note' },
  'approve': { from: ['in-review'], to: 'published', by: editors },
  'publish': { from: ['draft', 'scheduled'], to: 'published', by: writers('author') },
  // An article in review is scheduled by approving it with a time.
  'schedule': { from: ['draft', 'scheduled'], to: 'scheduled', by: writers('author'), needs: 'time' },
  'unschedule': { from: ['scheduled'], to: 'draft', by: writers('reader') },
  'update': { from: ['published'], to: 'published', by: writers('author') },
  'submit-update': {
    from: ['published'],
    to: 'published',
    by: { 'author': 'reader', 'co-author': 'reader', 'none': null },
  },
  'decline-update': { from: ['published'], to: 'published', by: editors, needs: 'note' },
  'unpublish': { from: ['published'], to: 'draft', by: writers('reader') },
  'remove': { from: ['published'], to: 'removed', by: editors, needs: 'note' },
  'restore': { from: ['removed'], to: 'published', by: editors },
  'trash': { from: ['draft', 'in-review', 'scheduled', 'published', 'removed'], to: 'trashed', by: own },
  'untrash': { from: ['trashed'], to: 'draft', by: own },
}

type Status = { state: ArticleState; updateAsked: boolean }

/** Whether the transition applies to the article's state, regardless of the actor. */
export function isTransitionValid(transition: Transition, { state, updateAsked }: Status) {
  return transitions[transition].from.includes(state) && (transition !== 'decline-update' || updateAsked)
}

/** The transitions this actor can apply now. */
export function availableTransitions(actor: Actor, status: Status): Transition[] {
  return Transition.options.filter(
    (transition) => isTransitionValid(transition, status) && canTransition(actor, transition),
  )
}

/** An approval for later schedules the article, and a removed article taken out of the trash stays removed. */
export function targetState(
  transition: Transition,
  { trashedFrom, at }: { trashedFrom: ArticleState | null; at: Date | null },
) {
  if (transition === 'approve' && at) return 'scheduled'
  if (transition === 'untrash' && trashedFrom === 'removed') return 'removed'
  return transitions[transition].to
}

/** Whether the actor may apply this transition in principle, regardless of the state. */
export function canTransition({ role, authorship }: Actor, transition: Transition) {
  const least = transitions[transition].by[authorship]
  return least !== null && hasRole({ role }, least)
}

/** Only authors and editors may see an unpublished article. */
export function canAccess({ role, authorship }: Actor) {
  return authorship !== 'none' || hasRole({ role }, 'editor')
}

/** Published, or scheduled to be published without another review. */
export function isApproved(state: ArticleState) {
  return state === 'published' || state === 'scheduled'
}

/** Authors and editors choose co-authors. Changing the byline of an approved article also takes the right to publish. */
export function canInvite(actor: Actor, state: ArticleState) {
  const mayChoose = actor.authorship === 'author' || hasRole(actor, 'editor')
  return mayChoose && (!isApproved(state) || canTransition(actor, 'update'))
}

/** A scheduled article is published without another review, so editing it takes the right to publish. */
export function canEdit(actor: Actor, state: ArticleState) {
  if (state === 'trashed') return false
  return canAccess(actor) && (state !== 'scheduled' || canTransition(actor, 'publish'))
}
