import type { Topic } from '#contract/discovery.ts'
import type { CategoryCard, Tag } from '#contract/reading.ts'
import { Icon } from '#site/ui/icon.tsx'
import { useFollowTopic } from './use-follow-topic.ts'

type TopicChooserProps = { mine: readonly Topic[]; categories: readonly CategoryCard[]; tags: readonly Tag[] }

/** Followed topics come first. */
export function TopicChooser({ mine, categories, tags }: TopicChooserProps) {
  const offered = [
    ...categories.map(({ slug, name }): Topic => ({ kind: 'category', slug, name })),
    ...tags.map(({ slug, name }): Topic => ({ kind: 'tag', slug, name })),
  ]
  const followed = new Set(mine.map(keyOf))
  const others = offered.filter((topic) => !followed.has(keyOf(topic)))
  return (
    <ul aria-label="Topics" className="flex flex-wrap gap-2">
      {[...mine, ...others].map((topic) => (
        <li key={keyOf(topic)} className="max-w-full">
          <TopicButton topic={topic} initially={followed.has(keyOf(topic))} />
        </li>
      ))}
    </ul>
  )
}

function TopicButton({ topic, initially }: { topic: Topic; initially: boolean }) {
  const { following, toggle } = useFollowTopic(topic, initially)
  return (
    <button
      type="button"
      aria-pressed={following}
      onClick={toggle}
      className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full px-4 text-sm text-gray-800 ring-1 ring-gray-300 transition-colors ring-inset hover:bg-gray-50 aria-pressed:bg-primary-100 aria-pressed:font-medium aria-pressed:text-primary-900 aria-pressed:ring-primary-700 pointer-fine:min-h-9"
    >
      <Icon name={following ? 'check' : 'plus'} size={14} />
      <span className="truncate" dir="auto">
        {topic.name}
      </span>
    </button>
  )
}

function keyOf({ kind, slug }: Topic) {
  return `${kind} ${slug}`
}
