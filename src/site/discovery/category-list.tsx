import type { CategoryCard } from '#contract/reading.ts'
import { SectionTitle } from './section-title.tsx'
import { ColorDot } from '#site/ui/color-dot.tsx'
import { Link } from '#site/ui/link.tsx'

type Category = CategoryCard & { stories?: number; color?: string | null }

export function CategoryList({ categories }: { categories: readonly Category[] }) {
  if (categories.length === 0) return null
  return (
    <section aria-labelledby="categories">
      <SectionTitle id="categories">Categories</SectionTitle>
      <ul className="mt-4 flex flex-wrap gap-2">
        {categories.map(({ slug, name, stories, color }) => (
          <li key={slug}>
            <Link
              to={`/category/${slug}`}
              viewTransition
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-gray-100 px-4 text-sm hover:bg-gray-200 pointer-fine:min-h-9"
            >
              {color && <ColorDot color={color} />}
              {name}
              {stories !== undefined && (
                <span className="text-gray-600 tabular-nums">{stories.toLocaleString('en')}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
