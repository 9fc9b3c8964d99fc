import { HTML_ID } from '#site/page-data.ts'
import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import type { publicData } from './public-data.ts'
import { SitePageText } from './site-page-text.tsx'

export function head({ data: { page }, site }: HeadArgs<Awaited<ReturnType<typeof publicData>>>): Head {
  const { title, subtitle } = page
  return {
    title: title.includes(site.name) ? title : `${title} · ${site.name}`,
    ...(subtitle && { description: subtitle }),
  }
}

/** The about page, the privacy policy and the terms and conditions. */
export default function PublicPage() {
  const { page } = usePageData<typeof publicData>()
  return <SitePageText page={page} id={HTML_ID} />
}
