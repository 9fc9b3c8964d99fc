import type { TopicProgress } from '#contract/taxonomy/taxonomy.ts'
import { Badge } from '#site/ui/badge.tsx'

/** A merge or rename that is still running. */
export function TopicProgressBadge({ progress: { action, into, done, total } }: { progress: TopicProgress }) {
  const share = total > 0 ? Math.floor((done / total) * 100) : 0
  return (
    <Badge tone="warning">
      {action === 'merge' ? (
        <>
          Merging into <bdi className="ms-1">{into}</bdi>
        </>
      ) : (
        'Updating stories'
      )}
      : {share}%
    </Badge>
  )
}

export function formatCounts({ stories, followers }: { stories: number; followers: number }) {
  return `${formatNumber(stories, 'story', 'stories')} · ${formatNumber(followers, 'follower', 'followers')}`
}

export function formatNumber(count: number, one: string, many: string) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
