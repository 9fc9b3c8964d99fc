import { sitePages } from '#contract/site-pages/names.ts'
import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import type { editData } from './edit-data.ts'
import { PageWorkspace } from './page-workspace.tsx'

export function head({ data: { draft }, site }: HeadArgs<Awaited<ReturnType<typeof editData>>>): Head {
  return { title: `${sitePages[draft.page].name} · ${site.name}`, noIndex: true }
}

export default function EditPage() {
  const { draft } = usePageData<typeof editData>()
  return <PageWorkspace key={draft.page} first={draft} />
}
