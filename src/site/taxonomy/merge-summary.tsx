import { useEffect, useState } from 'react'
import type { MergePreview } from '#contract/taxonomy/taxonomy.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { formatNumber } from './topic-progress.tsx'

type Loaded = { preview: MergePreview } | { problem: string } | null

/** Loads what a merge would move. `key` says what is merged; null while nothing is chosen. */
export function useMergePreview(key: string | null, load: () => Promise<MergePreview>) {
  const [loaded, setLoaded] = useState<{ key: string | null; result: Loaded }>({ key: null, result: null })
  useEffect(() => {
    if (key === null) return undefined
    let current = true
    load().then(
      (preview) => current && setLoaded({ key, result: { preview } }),
      (error: unknown) => current && setLoaded({ key, result: { problem: errorMessage(error) } }),
    )
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key stands for everything that the request depends on
  }, [key])
  return key !== null && loaded.key === key ? loaded.result : null
}

type Props = { into: string; result: Loaded }

/** What moves, what is already there, and what happens to the old address. */
export function MergeSummary({ into, result }: Props) {
  if (!result) return <Skeleton className="h-24 w-full rounded-sm" />
  if ('problem' in result) return <p role="alert">{result.problem}</p>
  const { stories, storiesInBoth, followers, followersOfBoth, atOnce } = result.preview
  return (
    <output className="block rounded-md bg-gray-50 p-4 text-sm">
      <p>
        <strong>{formatNumber(stories, 'story', 'stories')}</strong> and{' '}
        <strong>{formatNumber(followers, 'follower', 'followers')}</strong> move to <bdi>“{into}”</bdi>, and so do
        drafts.
      </p>
      {(storiesInBoth > 0 || followersOfBoth > 0) && (
        <p className="mt-1 text-gray-600">
          Already there: {formatNumber(storiesInBoth, 'story', 'stories')} and{' '}
          {formatNumber(followersOfBoth, 'follower', 'followers')}.
        </p>
      )}
      <p className="mt-1 text-gray-600">
        Old addresses redirect. {!atOnce && 'This runs in the background and may take a few minutes. '}A merge can’t be
        undone.
      </p>
    </output>
  )
}
