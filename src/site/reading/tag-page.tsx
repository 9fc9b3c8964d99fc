import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import { FollowTopicButton } from '#site/discovery/follow-topic-button.tsx'
import { InfiniteStories } from '#site/stories/infinite-stories.tsx'
import type { tagData } from './tag-data.ts'
import { TagList } from './tag-list.tsx'

export function head({ data: { tag, first }, site }: HeadArgs<Awaited<ReturnType<typeof tagData>>>): Head {
  const path = `/tag/${encodeURIComponent(tag.slug)}`
  return {
    title: `${tag.name} · ${site.name}`,
    description: `Stories about ${tag.name}.`,
    path,
    feeds: path,
    noIndex: !first,
  }
}

export default function TagPage() {
  const { tag, page, first, topic } = usePageData<typeof tagData>()
  const { slug, name, stories, related } = tag
  const here = `/tag/${encodeURIComponent(slug)}`
  return (
    <div className="mx-auto max-w-3xl px-5">
      <header className="pt-12">
        <p className="text-sm font-semibold text-gray-600">Tag</p>
        <h1
          className="mt-1 font-serif text-2xl font-semibold wrap-anywhere first-letter:uppercase sm:text-3xl"
          dir="auto"
        >
          {name}
        </h1>
        <div className="mt-4 flex flex-wrap items-center gap-4 text-sm text-gray-600">
          <FollowTopicButton key={slug} topic={topic} following={topic.following} />
          <span>
            {stories.toLocaleString('en')} {stories === 1 ? 'story' : 'stories'}
          </span>
        </div>
      </header>
      {related.length > 0 && (
        <nav aria-labelledby="related" className="mt-8">
          <h2 id="related" className="mb-3 text-sm font-semibold text-gray-600">
            Related tags
          </h2>
          <TagList tags={related} />
        </nav>
      )}
      <div className="mt-8 border-t border-gray-200">
        <InfiniteStories page={page} first={first ? null : here} pathOf={(before) => `${here}?before=${before}`} />
      </div>
    </div>
  )
}
