import { createStore } from '#site/ui/store.ts'
import { type Toggle, createToggle } from '#site/ui/toggle.ts'

export type Liked = { liked: boolean; likes: number }
export type LikeState = Toggle<Liked>

export function createLikeState(initial: Liked): LikeState {
  return createToggle(createStore(initial), {
    isOn: ({ liked }) => liked,
    turn: ({ likes }, liked) => ({ liked, likes: Math.max(0, likes + (liked ? 1 : -1)) }),
  })
}
