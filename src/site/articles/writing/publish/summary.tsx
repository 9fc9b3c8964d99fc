import { useMemo } from 'react'
import { readingMinutes } from '#contract/document/plain-text.ts'
import { useShell } from '#site/page.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Badge } from '#site/ui/badge.tsx'
import { useWriting } from '#site/articles/writing/writing-context.ts'
import { countParts, describeReaders, effectiveAccess, wordsText } from './readers.ts'

const accessLabels = { public: 'Public', members: 'Members only', preview: 'Members only, with a preview' }

export function Summary() {
  const { site } = useShell()
  const { fields, article } = useWriting()
  const { title, subtitle, body, language, category, tags, access, cover } = fields
  const categoryName = site.categories.find(({ slug }) => slug === category)?.name ?? category
  const parts = useMemo(() => countParts(body), [body])
  const words = parts.open + parts.members
  return (
    <div className="flex items-start gap-4 rounded-lg border border-gray-200 p-4">
      {cover && article?.coverPicture && (
        <img
          src={article.coverPicture.src}
          alt=""
          className="aspect-3/2 w-24 shrink-0 rounded-md bg-gray-100 object-cover sm:w-32"
          style={{ objectPosition: `${cover.focus?.x ?? 50}% ${cover.focus?.y ?? 50}%` }}
        />
      )}
      <div className="min-w-0 flex-1">
        <div {...inLanguage(language)}>
          <p className="line-clamp-3 font-serif text-md leading-snug font-semibold wrap-anywhere">
            {title || 'Untitled'}
          </p>
          {subtitle && <p className="mt-1 line-clamp-2 text-sm text-gray-600">{subtitle}</p>}
        </div>
        <p className="mt-2 text-sm text-gray-600">
          {[
            wordsText(words),
            `${readingMinutes(words)} min read`,
            categoryName,
            accessLabels[effectiveAccess(access, parts)],
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="mt-1 text-sm text-gray-800">{describeReaders(access, parts)}</p>
        {tags.length > 0 && (
          <ul aria-label="Tags" className="mt-2 flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <li key={tag}>
                <Badge>
                  <bdi>{tag}</bdi>
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
