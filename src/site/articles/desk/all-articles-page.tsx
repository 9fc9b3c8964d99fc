import { usePageData, useShell } from '#site/page.ts'
import type { allArticlesData } from './all-articles-data.ts'
import { AuthorFilter } from './author-filter.tsx'
import { FilterSelect } from './desk-filters.tsx'
import { DeskList } from './desk-list.tsx'
import { EmptyDesk } from './empty-desk.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const tabs = ['in-review', 'draft', 'scheduled', 'published', 'removed', 'trashed'] as const

/** Articles of all authors, for editors. Opens on the review queue. */
export default function AllArticlesPage() {
  const page = usePageData<typeof allArticlesData>()
  const { site } = useShell()
  const { asked, first } = page
  const path = '/admin/articles'
  return (
    <div className="max-w-page py-8 sm:py-10">
      <h1 className="pb-4 font-serif text-2xl font-semibold">Articles</h1>
      <DeskList
        page={page}
        path={path}
        tabs={tabs}
        allAuthors
        filters={
          <>
            <AuthorFilter author={asked.author} />
            <FilterSelect label="Category" name="category" value={asked.category}>
              <option value="">All</option>
              {site.categories.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </FilterSelect>
          </>
        }
        empty={<EmptyDesk path={path} asked={asked} first={first} allAuthors usual="in-review" />}
      />
    </div>
  )
}
