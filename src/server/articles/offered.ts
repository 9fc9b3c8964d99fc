import { type ArticleState, Move } from '#contract/articles.ts'
import { type Somebody, mayMove, mayWork, moves } from './policy.ts'

/** Every move that somebody could make now. */
export function movesNow(somebody: Somebody, { state, updateAsked }: { state: ArticleState; updateAsked: boolean }) {
  return Move.options.filter(
    (move) => moves[move].from.includes(state) && mayMove(somebody, move) && (move !== 'decline-update' || updateAsked),
  )
}

/** What is scheduled goes out as it stands then, so only those who could publish it may still change it. */
export function mayEdit(somebody: Somebody, state: ArticleState) {
  if (state === 'trashed') return false
  return mayWork(somebody) && (state !== 'scheduled' || mayMove(somebody, 'publish'))
}
