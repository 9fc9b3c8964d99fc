import { useShell } from '#site/page.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import type { PreviewParts } from './preview-parts.ts'
import { TruncatedText, truncate } from './truncated-text.tsx'
import { useHost } from './use-host.ts'

const MAX_TITLE = 60
const MAX_DESCRIPTION = 155

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
          <p className="mt-2 text-lg leading-snug text-(--result-link)">{truncate(title, MAX_TITLE)}</p>
          <p className="mt-1 text-sm text-(--result-text)">{truncate(description, MAX_DESCRIPTION)}</p>
        </div>
        <figcaption className="sr-only">As a search result</figcaption>
      </figure>
      <TruncatedText label="Title" text={title} max={MAX_TITLE} />
      <TruncatedText label="Description" text={description} max={MAX_DESCRIPTION} />
      <p className="text-sm text-gray-600">
        If you leave the search engine title and description blank, the story’s title and its subtitle or excerpt are
        shown.
      </p>
    </div>
  )
}
