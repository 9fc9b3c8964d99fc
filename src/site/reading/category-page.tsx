import { usePageData } from '#site/page.ts'
import { Pagination } from '#site/ui/pagination.tsx'
import { Photo } from '#site/ui/photo.tsx'
import type { categoryData } from './category-data.ts'
import { StoryList } from './story-list.tsx'
import { TagList } from './tag-list.tsx'

export { head } from './category-head.ts'

export default function CategoryPage() {
  const { category, page, first } = usePageData<typeof categoryData>()
  const here = `/category/${category.slug}`
  return (
    <div className="mx-auto max-w-3xl px-5">
      <header className="flex flex-col gap-6 pt-12 sm:flex-row sm:items-center">
        <div className="flex-1">
          <h1 className="font-serif text-2xl font-semibold sm:text-3xl">{category.name}</h1>
          <p className="mt-3 text-md text-gray-600">{category.description}</p>
          <p className="mt-3 text-sm text-gray-600">
            {category.stories} {category.stories === 1 ? 'story' : 'stories'}
          </p>
        </div>
        {category.picture && (
          <Photo
            first
            picture={category.picture}
            sizes="(min-width: 40rem) 14rem, calc(100vw - 2.5rem)"
            className="aspect-3/2 w-full sm:w-56"
          />
        )}
      </header>
      {category.tags.length > 0 && (
        <nav aria-label="Tags in this category" className="mt-8">
          <TagList tags={category.tags} />
        </nav>
      )}
      <div className="mt-6 border-t border-gray-200">
        <StoryList stories={page.items} headingLevel="h2" />
      </div>
      <Pagination label="More stories" first={first ? null : here} next={page.next && `${here}?before=${page.next}`} />
    </div>
  )
}
