import { type ArticleState, Move } from '#contract/articles.ts'
import { type Role, hasRole } from '#contract/endpoint.ts'

/** What somebody has to do with an article: they wrote it, they write it with its author, or neither. */
export type Part = 'author' | 'co-author' | 'none'
export type Somebody = { role: Role; part: Part }

type MoveRule = {
  from: readonly ArticleState[]
  to: ArticleState
  /** The least role of its author, of those who write it with them, and of everybody else; null is never. */
  by: Record<Part, Role | null>
  /** What must come with it. */
  needs?: 'note' | 'time'
}

const writers = (least: Role): MoveRule['by'] => ({ 'author': least, 'co-author': least, 'none': 'editor' })
const editors: MoveRule['by'] = { 'author': 'editor', 'co-author': 'editor', 'none': 'editor' }
const own: MoveRule['by'] = { 'author': 'reader', 'co-author': null, 'none': 'admin' }

/** The life of an article: every way on, from where to where, and who may take it. */
export const moves: Record<Move, MoveRule> = {
  'submit': { from: ['draft'], to: 'in-review', by: { 'author': 'reader', 'co-author': 'reader', 'none': null } },
  'withdraw': { from: ['in-review'], to: 'draft', by: { 'author': 'reader', 'co-author': 'reader', 'none': null } },
  'request-changes': { from: ['in-review'], to: 'draft', by: editors, needs: 'note' },
  'approve': { from: ['in-review'], to: 'published', by: editors },
  'publish': { from: ['draft', 'scheduled'], to: 'published', by: writers('author') },
  // What is in review is scheduled by approving it for a time.
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

type Standing = { state: ArticleState; updateAsked: boolean }

/** Whether the move leads on from where the article stands, whoever makes it. */
export function leadsOn(move: Move, { state, updateAsked }: Standing) {
  return moves[move].from.includes(state) && (move !== 'decline-update' || updateAsked)
}

/** Every move that somebody could make now. */
export function movesNow(somebody: Somebody, standing: Standing): Move[] {
  return Move.options.filter((move) => leadsOn(move, standing) && mayMove(somebody, move))
}

/** Where a move leads: an approval for later is scheduled, and the trash does not wash a removal off. */
export function landing(move: Move, { trashedFrom, at }: { trashedFrom: ArticleState | null; at: Date | null }) {
  if (move === 'approve' && at) return 'scheduled'
  if (move === 'untrash' && trashedFrom === 'removed') return 'removed'
  return moves[move].to
}

/** Whether somebody may ever make this move, whatever the state. */
export function mayMove({ role, part }: Somebody, move: Move) {
  const least = moves[move].by[part]
  return least !== null && hasRole({ role }, least)
}

/** Its writers and editors see an article before readers do; nobody else learns that it is there. */
export function mayWork({ role, part }: Somebody) {
  return part !== 'none' || hasRole({ role }, 'editor')
}

/** What readers see now, or will see without anybody looking at it again. */
export function isApproved(state: ArticleState) {
  return state === 'published' || state === 'scheduled'
}

/** Its author and editors say who writes it with them. The byline is read at once, so then it takes somebody who may publish. */
export function mayInvite(somebody: Somebody, state: ArticleState) {
  const chooses = somebody.part === 'author' || hasRole(somebody, 'editor')
  return chooses && (!isApproved(state) || mayMove(somebody, 'update'))
}

/** What is scheduled goes out as it stands then, so only those who could publish it may still change it. */
export function mayEdit(somebody: Somebody, state: ArticleState) {
  if (state === 'trashed') return false
  return mayWork(somebody) && (state !== 'scheduled' || mayMove(somebody, 'publish'))
}
