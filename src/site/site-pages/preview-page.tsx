import { sitePages } from '#contract/site-pages/names.ts'
import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Time } from '#site/ui/time.tsx'
import type { previewData } from './preview-data.ts'
import { SitePageText } from './site-page-text.tsx'

export function head({ data: { page }, site }: HeadArgs<Awaited<ReturnType<typeof previewData>>>): Head {
  return { title: `Preview: ${sitePages[page.page].name} · ${site.name}`, noIndex: true }
}

/** The draft or an earlier version, inside the layout of the site. */
export default function PreviewPage() {
  const { page, isDraft } = usePageData<typeof previewData>()
  return (
    <>
      <section
        aria-label="Preview"
        className="no-print flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-y border-gray-200 bg-gray-50 px-5 py-3 text-sm text-gray-700"
      >
        <p>
          {isDraft ? (
            'Preview of the draft. Only admins can see it.'
          ) : (
            <>Version saved {page.changedAt && <Time at={page.changedAt} />}. Only admins can see it.</>
          )}
        </p>
        <ButtonLink to={`/admin/settings/pages/${page.page}`} size="sm" tone="quiet">
          Back to the editor
        </ButtonLink>
      </section>
      <SitePageText page={page} />
    </>
  )
}
