import { useCallback, useEffect, useMemo } from 'react'
import type { Story } from '#contract/reading.ts'
import { onShortcut } from '#site/browser/first-keys.ts'
import { mayBeShortcut } from '#site/browser/shortcut-keys.ts'
import { useApi, useShell } from '#site/page.ts'
import { buttonLook } from '#site/ui/button.tsx'
import { LikeButton } from './like-button.tsx'
import { type LikeState, createLikeState } from './like-state.ts'
import { showError } from './show-error.ts'

type Props = {
  story: Pick<Story, 'id' | 'slug' | 'liked' | 'likes'>
  /** Whether the key `l` presses this one. */
  byKey?: boolean
}

/** Shared by the two like buttons of the story page. */
let open: { id: string; like: LikeState } | null = null

function likeOf({ id, liked, likes }: Props['story']) {
  // The server renders many stories at once and must not share state.
  if (typeof document === 'undefined') return createLikeState({ liked, likes })
  if (open?.id !== id) open = { id, like: createLikeState({ liked, likes }) }
  return open.like
}

export function StoryLike({ story, byKey = false }: Props) {
  const api = useApi()
  const { viewer } = useShell()
  const { slug, liked, likes } = story
  const given = useMemo(() => ({ liked, likes }), [liked, likes])
  const like = likeOf(story)
  useEffect(() => like.adopt(given), [like, given])

  const toggle = useCallback(async () => {
    try {
      await like.toggle((wanted) =>
        api(wanted ? 'PUT /api/stories/{ref}/like' : 'DELETE /api/stories/{ref}/like', { params: { ref: story.id } }),
      )
    } catch (error) {
      await showError(like.get().liked ? 'Couldn’t remove your like' : 'Couldn’t like this story', error)
    }
  }, [api, like, story.id])

  const listens = byKey && viewer !== null
  useEffect(() => {
    if (!listens) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'l' || event.repeat || !mayBeShortcut(event)) return
      event.preventDefault()
      void toggle()
    }
    return onShortcut(press)
  }, [listens, toggle])

  return (
    <LikeButton
      like={like}
      given={given}
      what="this story"
      path={`/story/${encodeURIComponent(slug)}`}
      look={buttonLook({ tone: 'quiet', size: 'sm' })}
      onToggle={() => void toggle()}
    />
  )
}
