import { usePageData, type Head, type HeadArgs } from '#site/page.ts'
import { FollowTopicButton } from '#site/discovery/follow-topic-button.tsx'
import { Photo } from '#site/ui/photo.tsx'
import type { categoryData } from './category-data.ts'
import { InfiniteStories } from '#site/stories/infinite-stories.tsx'
import { FeaturedRow } from '#site/stories/featured-row.tsx'
import { TagList } from './tag-list.tsx'

export function head({ data: { category, first }, site }: HeadArgs<Awaited<ReturnType<typeof categoryData>>>): Head {
  const path = `/category/${encodeURIComponent(category.slug)}`
  return {
    title: `${category.name} · ${site.name}`,
    description: category.description,
    path,
    noIndex: !first,
    feeds: path,
    category,
  }
}

export default function CategoryPage() {
  const { category, page, first, topic } = usePageData<typeof categoryData>()
  const { slug, name, description, picture, color, stories, tags } = category
  const here = `/category/${slug}`
  const featured = first ? category.featured : []
  return (
    <div className="mx-auto max-w-3xl px-5">
      <header className="flex flex-col gap-6 pt-12 sm:flex-row sm:items-center">
        <div className="min-w-0 flex-1">
          {color && <div aria-hidden className="mb-3 h-1 w-12 rounded-full" style={{ backgroundColor: color }} />}
          <h1 className="font-serif text-2xl font-semibold sm:text-3xl" dir="auto">
            {name}
          </h1>
          {description && (
            <p className="mt-3 text-md text-gray-600" dir="auto">
              {description}
            </p>
          )}
          <div className="mt-4 flex flex-wrap items-center gap-4 text-sm text-gray-600">
            <FollowTopicButton key={slug} topic={topic} following={topic.following} />
            <span>
              {stories.toLocaleString('en')} {stories === 1 ? 'story' : 'stories'}
            </span>
          </div>
        </div>
        {picture && (
          <Photo
            first
            picture={picture}
            sizes="(min-width: 40rem) 14rem, calc(100vw - 2.5rem)"
            className="aspect-3/2 w-full sm:w-56"
          />
        )}
      </header>
      {tags.length > 0 && (
        <nav aria-label="Tags in this category" className="mt-8">
          <TagList tags={tags} />
        </nav>
      )}
      <FeaturedRow stories={featured} />
      <div className="mt-8 border-t border-gray-200">
        <InfiniteStories
          page={page}
          first={first ? null : here}
          pathOf={(before) => `${here}?before=${before}`}
          without={featured}
        />
      </div>
    </div>
  )
}
