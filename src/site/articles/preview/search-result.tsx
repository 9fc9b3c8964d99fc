import { useShell } from '#site/page.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import type { PreviewParts } from './parts.ts'
import { CutText, cut } from './cut-text.tsx'
import { useHost } from './use-host.ts'

const TITLE_MOST = 60
const DESCRIPTION_MOST = 155

/** How a search engine would list it, and what of it does not fit. */
export function SearchResult({ preview }: { preview: PreviewParts['preview'] }) {
  const { site } = useShell()
  const host = useHost()
  const title = preview.seoTitle || preview.title || 'Untitled'
  const description = preview.seoDescription || preview.subtitle || preview.excerpt
  return (
    <div className="grid grid-cols-1 gap-8">
      <figure className="search-drawing rounded-lg border border-gray-200 p-6">
        <div className="flex items-center gap-3">
          <span
            className="grid size-7 shrink-0 place-items-center rounded-full bg-gray-100 text-sm font-semibold"
            aria-hidden
          >
            {[...site.name][0]}
          </span>
          <div className="min-w-0 text-sm leading-tight">
            <p>{site.name}</p>
            <p className="truncate text-gray-600" dir="ltr">
              {host} › story › {preview.ref}
            </p>
          </div>
        </div>
        <div {...inLanguage(preview.language)}>
          <p className="mt-2 text-lg leading-snug text-(--result-link)">{cut(title, TITLE_MOST)}</p>
          <p className="mt-1 text-sm text-(--result-text)">{cut(description, DESCRIPTION_MOST)}</p>
        </div>
        <figcaption className="sr-only">As a search result</figcaption>
      </figure>
      <CutText label="Title" text={title} most={TITLE_MOST} />
      <CutText label="Description" text={description} most={DESCRIPTION_MOST} />
      <p className="text-sm text-gray-600">
        Without a title and a description for search engines, the story’s own are shown, or its beginning.
      </p>
    </div>
  )
}
