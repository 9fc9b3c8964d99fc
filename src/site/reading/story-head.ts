import type { Head, HeadArgs } from '#site/page.ts'
import type { storyData } from './story-data.ts'

export function head({ data: { story }, site }: HeadArgs<Awaited<ReturnType<typeof storyData>>>): Head {
  return {
    title: `${story.seoTitle || story.title} · ${site.name}`,
    description: story.seoDescription || story.subtitle || story.excerpt,
    path: `/story/${encodeURIComponent(story.slug)}`,
    canonical: story.canonical,
    story,
  }
}
