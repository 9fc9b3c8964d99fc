import { ReaderHome } from './reader-home.tsx'
import { VisitorHome } from './visitor-home.tsx'
import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import type { homeData } from './home-data.ts'

export function head({ site }: HeadArgs): Head {
  return {
    title: site.tagline ? `${site.name}: ${site.tagline}` : site.name,
    description: site.tagline,
    feeds: '/',
  }
}

export default function HomePage() {
  const data = usePageData<typeof homeData>()
  return data.kind === 'reader' ? <ReaderHome data={data} /> : <VisitorHome home={data} />
}
