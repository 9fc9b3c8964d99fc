import { useCallback, useEffect, useMemo } from 'react'
import type { Story } from '#contract/reading.ts'
import { isTyping } from '#site/browser/is-typing.ts'
import { useApi, useShell } from '#site/page.ts'
import { buttonLook } from '#site/ui/button.tsx'
import { LikeButton } from './like-button.tsx'
import { type Like, createLike } from './like.ts'
import { sayRefused } from './refused.ts'

type Props = {
  story: Pick<Story, 'id' | 'slug' | 'liked' | 'likes'>
  /** Whether the key `l` presses this one. */
  byKey?: boolean
}

/** The like of the story that is open, of which its page has two buttons. */
let open: { id: string; like: Like } | null = null

function likeOf({ id, liked, likes }: Props['story']) {
  // On the server many are open at once, and none is pressed.
  if (typeof document === 'undefined') return createLike({ liked, likes })
  if (open?.id !== id) open = { id, like: createLike({ liked, likes }) }
  return open.like
}

/** Likes a story; a visitor signs in first, and comes back. */
export function StoryLike({ story, byKey = false }: Props) {
  const api = useApi()
  const { viewer } = useShell()
  const { slug, liked, likes } = story
  const given = useMemo(() => ({ liked, likes }), [liked, likes])
  const like = likeOf(story)
  useEffect(() => like.heard(given), [like, given])

  const toggle = useCallback(async () => {
    try {
      await like.toggle((wanted) =>
        api(wanted ? 'PUT /api/stories/{ref}/like' : 'DELETE /api/stories/{ref}/like', { params: { ref: story.id } }),
      )
    } catch (error) {
      await sayRefused(like.get().liked ? 'You still like this story' : 'Your like was not kept', error)
    }
  }, [api, like, story.id])

  const listens = byKey && viewer !== null
  useEffect(() => {
    if (!listens) return undefined
    const press = (event: KeyboardEvent) => {
      const held = event.ctrlKey || event.metaKey || event.altKey
      if (event.key !== 'l' || held || event.repeat || event.defaultPrevented || isTyping(event.target)) return
      event.preventDefault()
      void toggle()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
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
