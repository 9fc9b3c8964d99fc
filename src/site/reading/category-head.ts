import type { Head, HeadArgs } from '#site/page.ts'
import type { categoryData } from './category-data.ts'

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
