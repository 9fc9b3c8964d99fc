import { Dialog as Base } from '@base-ui/react/dialog'
import { Suspense, lazy, useEffect, useState } from 'react'
import type { Article } from '#contract/articles/articles.ts'
import { titleOf } from '#site/stories/article-labels.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button, IconButton } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { TitleChanges } from './title-changes.tsx'
import { RestoreRevision } from './restore-revision.tsx'
import { RevisionList, formatRevision } from './revision-list.tsx'
import { type RevisionSource, articleRevisions } from './revision-source.ts'
import { useRevisions } from './use-revisions.ts'

const CompareDocuments = lazy(async () => ({
  default: (await import('#site/articles/writing/compare/compare-documents.tsx')).CompareDocuments,
}))

type Props = {
  article: Article
  /** The versions of the article by default. */
  source?: RevisionSource
  onRestored(article: Article): void
  onClose(): void
}

const CURRENT = 'current'

/** Compares and restores earlier versions. Covers the whole window. */
export default function RevisionsPanel({ article, source: given, onRestored, onClose }: Props) {
  const api = useApi()
  const source = given ?? articleRevisions(api, article.id)
  const { list, next, texts, problem, more, read } = useRevisions(source)
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState(CURRENT)
  const before = from ? texts.get(from) : undefined
  const after = to === CURRENT ? article : texts.get(to)
  const other = list?.find(({ version }) => version !== article.version)?.id ?? list?.[0]?.id
  const fromCard = list?.find(({ id }) => id === from)

  // Start by comparing the newest different version with the current draft.
  useEffect(() => {
    if (other && from === null) setFrom(other)
  }, [other, from])
  useEffect(() => {
    for (const id of [from, to]) if (id && id !== CURRENT) void read(id)
  })

  const nameOf = (id: string | null) => {
    const card = list?.find((one) => one.id === id)
    return card ? formatRevision(card) : 'Current draft'
  }

  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Popup className="fixed inset-0 z-40 flex flex-col bg-white outline-none">
          <header className="flex min-h-14 items-center gap-3 border-b border-gray-200 px-4">
            <Base.Title className="min-w-0 flex-1 truncate font-serif text-lg font-semibold">
              Earlier versions <span className="font-normal text-gray-600 max-sm:hidden">of {titleOf(article)}</span>
            </Base.Title>
            <Base.Close
              render={
                <IconButton label="Close">
                  <Icon name="x" />
                </IconButton>
              }
            />
          </header>
          <div className="grid min-h-0 flex-1 grid-cols-1 max-md:auto-rows-max max-md:overflow-y-auto md:grid-cols-[18rem_minmax(0,1fr)]">
            <nav
              aria-label="Versions"
              tabIndex={0}
              className="border-gray-200 p-2 max-md:max-h-[35dvh] max-md:overflow-y-auto max-md:border-b md:overflow-y-auto md:border-e"
            >
              {list === null && !problem && <Skeleton className="m-3 h-40 rounded-md" />}
              {list && <RevisionList revisions={list} shown={from} onShow={setFrom} />}
              {next && (
                <Button tone="plain" size="sm" className="m-2" onClick={() => void more(next)}>
                  Show older
                </Button>
              )}
            </nav>
            <section className="min-w-0 p-5 md:overflow-y-auto" tabIndex={0} aria-label="Comparison">
              {problem && <Banner tone="danger">{problem}</Banner>}
              {list?.length === 0 && (
                <EmptyState icon="history" title="No earlier versions yet">
                  {source.hint}
                </EmptyState>
              )}
              {list && from && (
                <div className="mb-5 flex flex-wrap items-center gap-3 text-sm text-gray-600">
                  <VersionSelect label="Compare" value={from} onChange={setFrom} list={list} />
                  <VersionSelect label="with" value={to} onChange={setTo} list={list} now />
                  {source.viewPath && (
                    <Link
                      to={source.viewPath(from)}
                      className="inline-flex min-h-11 items-center text-primary-800 underline underline-offset-4 pointer-fine:min-h-9"
                    >
                      View as a page
                    </Link>
                  )}
                  {article.may.edit && fromCard && (
                    <RestoreRevision article={article} revision={fromCard} source={source} onRestored={onRestored} />
                  )}
                </div>
              )}
              {before && after ? (
                <Suspense fallback={<Skeleton className="h-64 w-full rounded-md" />}>
                  <TitleChanges before={before} after={after} />
                  <CompareDocuments
                    before={before.body}
                    after={after.body}
                    labels={{ before: nameOf(from), after: nameOf(to) }}
                  />
                </Suspense>
              ) : (
                from && !problem && <Skeleton className="h-64 w-full rounded-md" />
              )}
            </section>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type VersionSelectProps = {
  label: string
  value: string
  onChange(id: string): void
  list: readonly Parameters<typeof formatRevision>[0][]
  now?: boolean
}

function VersionSelect({ label, value, onChange, list, now = false }: VersionSelectProps) {
  return (
    <label className="flex items-center gap-2 max-sm:w-full">
      <span className="max-sm:w-18">{label}</span>
      <select
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={`min-h-11 w-auto! text-sm! max-sm:flex-1 sm:max-w-60 pointer-fine:min-h-9 ${controlLook}`}
      >
        {now && <option value={CURRENT}>Current draft</option>}
        {list.map((card) => (
          <option key={card.id} value={card.id}>
            {formatRevision(card)}
          </option>
        ))}
      </select>
    </label>
  )
}
