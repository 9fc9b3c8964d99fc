import { useEffect, useState } from 'react'
import type { Article } from '#contract/articles/articles.ts'
import type { SubmittedFields, SubmittedVersion } from '#contract/articles/submissions.ts'
import { CompareDocuments } from '#site/articles/writing/compare/compare-documents.tsx'
import { fieldLabels, formatFieldValue } from '#site/articles/writing/conflict/field-labels.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi, useShell } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { Time } from '#site/ui/time.tsx'
import { FieldChanges } from './title-changes.tsx'

type Props = { article: Article; comparison: 'previous' | 'current' }

/** Compares the working copy with what the author submitted before. */
export default function SubmissionDiff({ article, comparison }: Props) {
  const api = useApi()
  const { site } = useShell()
  const [before, setBefore] = useState<SubmittedVersion | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { id } = article

  useEffect(() => {
    let current = true
    api('GET /api/admin/articles/{id}/submitted', { params: { id } }).then(
      (found) => current && setBefore(found),
      (error: unknown) => current && setProblem(errorMessage(error)),
    )
    return () => {
      current = false
    }
  }, [api, id])

  if (problem) return <Banner tone="danger">{problem}</Banner>
  if (!before) return <Skeleton className="mt-8 h-64 w-full rounded-md" />
  const changes = changedFields(before, article, site.categories)
  return (
    <div className="pt-6">
      <h2 className="pb-1 font-serif text-xl font-semibold">Changes since last submission</h2>
      <p className="pb-6 text-sm text-gray-600">
        {comparison === 'previous' ? 'Compared with the submission' : 'Edited after the submission'}
        {before.by && (
          <>
            {' '}
            by <bdi>{before.by.name}</bdi>
          </>
        )}
        , <Time at={before.at} />
      </p>
      <FieldChanges fields={changes} />
      <CompareDocuments
        before={before.body}
        after={article.body}
        language={article.language}
        labels={{ before: 'Submitted before', after: 'Now' }}
      />
    </div>
  )
}

const compared = [
  'cover',
  'category',
  'tags',
  'excerpt',
  'slug',
  'canonical',
  'seoTitle',
  'seoDescription',
  'access',
  'language',
  'takesResponses',
] as const satisfies readonly (keyof SubmittedFields)[]

type Category = { slug: string; name: string }

function changedFields(before: SubmittedVersion, article: Article, categories: readonly Category[]) {
  const { fields } = before
  const text = [
    { name: 'Title', was: before.title, is: article.title },
    { name: 'Subtitle', was: before.subtitle, is: article.subtitle },
  ].filter(({ was, is }) => was !== is)
  if (!fields) return text
  const show = (from: SubmittedFields, name: (typeof compared)[number]) => {
    if (name === 'category')
      return categories.find(({ slug }) => slug === from.category)?.name ?? from.category ?? 'Empty'
    if (name === 'cover' && from.cover) return from.cover.alt || 'Picture without alt text'
    return formatFieldValue(from, name)
  }
  const others = compared.filter(
    (name) => JSON.stringify(sorted(fields[name])) !== JSON.stringify(sorted(article[name])),
  )
  return [
    ...text,
    ...others.map((name) => {
      const [was, is] = [show(fields, name), show(article, name)]
      // Another picture or focal point with the same description.
      return { name: fieldLabels[name], was, is: was === is ? `${is} (changed)` : is }
    }),
  ]
}

/** The database orders the keys of an object by their length. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value)
    .map(([key, part]) => [key, sorted(part)])
    .toSorted(([one], [other]) => String(one).localeCompare(String(other)))
}
