import { useShell } from '#site/page.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import type { PreviewParts } from './preview-parts.ts'
import { truncate } from './truncated-text.tsx'
import { useHost } from './use-host.ts'

export function SocialCard({ preview }: { preview: PreviewParts['preview'] }) {
  const host = useHost()
  const { cover, language, subtitle, excerpt, seoTitle, seoDescription } = preview
  const title = seoTitle || preview.title || 'Untitled'
  return (
    <figure className="mx-auto max-w-xl">
      <div className="overflow-hidden rounded-lg border border-gray-300">
        {cover ? (
          <img
            src={cover.src}
            alt={cover.alt}
            className="aspect-[1.91] w-full bg-gray-100 object-cover"
            style={{ objectPosition: `${cover.focus?.x ?? 50}% ${cover.focus?.y ?? 50}%` }}
          />
        ) : (
          <TextCard preview={preview} />
        )}
        <div className="border-t border-gray-200 bg-gray-50 px-4 py-3">
          <p className="text-sm text-gray-600" dir="ltr">
            {host}
          </p>
          <div {...inLanguage(language)}>
            <p className="line-clamp-2 font-semibold">{title}</p>
            <p className="line-clamp-1 text-sm text-gray-600">{truncate(seoDescription || subtitle || excerpt, 120)}</p>
          </div>
        </div>
      </div>
      <figcaption className="mt-4 text-sm text-gray-600">
        {cover
          ? 'The cover is cropped around its focal point.'
          : 'Without a cover, the card shows the title and author.'}
      </figcaption>
    </figure>
  )
}

function TextCard({ preview: { title, language, author, coAuthors } }: { preview: PreviewParts['preview'] }) {
  const { site } = useShell()
  return (
    <div className="flex aspect-[1.91] flex-col justify-between bg-primary-900 p-[6%] text-white">
      <p className="font-serif text-base opacity-80">{site.name}</p>
      <div {...inLanguage(language)}>
        <p className="line-clamp-3 font-serif text-xl leading-tight font-semibold sm:text-2xl">{title || 'Untitled'}</p>
        <p className="mt-3 truncate text-sm">{[author, ...coAuthors].map(({ name }) => name).join(', ')}</p>
      </div>
    </div>
  )
}
