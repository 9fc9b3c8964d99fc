import './review.css'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { stateLabels, titleOf } from '#site/stories/article-labels.ts'
import { usePageData } from '#site/page.ts'
import { SegmentedControl } from '#site/articles/preview/segmented-control.tsx'
import type { Audience } from '#site/articles/preview/preview-parts.ts'
import { PreviewStory } from '#site/articles/preview/preview-story.tsx'
import { Badge } from '#site/ui/badge.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { Time } from '#site/ui/time.tsx'
import { toast } from '#site/ui/toast.tsx'
import { Assignment } from './assignment.tsx'
import { Checklist } from './checklist.tsx'
import { Decisions } from './decisions.tsx'
import { FeatureSwitch } from './feature-switch.tsx'
import { TransitionHistory } from './transition-history.tsx'
import { highlightPassage } from './highlight-passage.ts'
import NotesPanel from './notes-panel.tsx'
import { QueueNav } from './queue-nav.tsx'
import type { reviewData } from './review-data.ts'
import { useSelectedText } from './use-selected-text.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const PublishedDiff = lazy(() => import('./published-diff.tsx'))
const SubmissionDiff = lazy(() => import('./submission-diff.tsx'))

type View = 'text' | 'submitted' | 'published'
const views: Record<View, { name: string; icon: string }> = {
  text: { name: 'Reader view', icon: 'book-open' },
  submitted: { name: 'Changes since last submission', icon: 'git-compare' },
  published: { name: 'Changes since publication', icon: 'globe' },
}
const audiences: Record<Audience, { name: string; icon: string }> = {
  visitor: { name: 'As a visitor', icon: 'user' },
  member: { name: 'As a member', icon: 'user-check' },
}

type Data = Awaited<ReturnType<typeof reviewData>>

/** An article with the tools to review it. The key resets the state when another article is opened. */
export default function ReviewPage() {
  const data = usePageData<typeof reviewData>()
  return <ReviewOf key={data.article.id} data={data} />
}

function ReviewOf({ data }: { data: Data }) {
  const { article, moves, membersText, review, reviewers } = data
  const { comparison, submission } = review
  const { revalidate } = useRevalidator()
  const text = useRef<HTMLElement>(null)
  const selected = useSelectedText(text)
  const [wanted, setWanted] = useState<{ quote: string } | null>(null)
  const [about, setAbout] = useState<{ quote: string } | null>(null)
  const [as, setAs] = useState<Audience>('member')
  const [chosen, setView] = useState<View>('text')
  const offered: View[] = ['text']
  if (comparison) offered.push('submitted')
  if (article.publishedAt !== null && article.changed) offered.push('published')
  // After a decision the chosen view may no longer be offered.
  const view = offered.includes(chosen) ? chosen : 'text'
  // The story brings its own h1.
  const Heading = view === 'text' ? 'h2' : 'h1'

  // In an effect, because another view may have to be replaced by the text first.
  useEffect(() => {
    if (!wanted || (text.current && highlightPassage(text.current, wanted.quote))) return
    void toast({ title: 'Passage not found', description: 'The text has changed since the note was written.' })
  }, [wanted])

  function find(quote: string) {
    setView('text')
    setWanted({ quote })
  }

  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-10 py-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-3">
          <ButtonLink to="/admin/articles" tone="plain" size="sm" className="-ms-3">
            <Icon name="arrow-left" size={16} className="rtl:-scale-x-100" />
            Articles
          </ButtonLink>
          <QueueNav queue={review.queue} />
          {offered.length > 1 && (
            <SegmentedControl label="View" choices={views} offered={offered} value={view} onChoose={setView} />
          )}
          {membersText && view === 'text' && (
            <SegmentedControl label="Audience" choices={audiences} value={as} onChoose={setAs} />
          )}
          <a href="#decide" className="ms-auto text-sm text-primary-700 underline underline-offset-4 xl:hidden">
            Go to review tools
          </a>
        </div>
        {view === 'text' ? (
          <div className="-mx-5">
            <PreviewStory {...data} as={as} textRef={text} />
          </div>
        ) : (
          <Suspense fallback={<Skeleton className="mt-8 h-64 w-full rounded-md" />}>
            {view === 'submitted' && comparison && (
              <SubmissionDiff key={submission?.id} article={article} comparison={comparison} />
            )}
            {view === 'published' && <PublishedDiff article={article} />}
          </Suspense>
        )}
      </div>
      <aside
        id="decide"
        aria-label="Review"
        className="min-w-0 scroll-mt-20 max-xl:border-t max-xl:border-gray-200 max-xl:pt-8"
      >
        <div className="grid grid-cols-1 gap-8 xl:sticky xl:top-20 xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto xl:px-1 xl:pb-8">
          <section aria-label="Status" className="grid gap-2 text-sm text-gray-600">
            <Heading className="font-serif text-xl font-semibold wrap-anywhere text-gray-900" dir="auto">
              {titleOf(article)}
            </Heading>
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={stateLabels[article.state].tone}>{stateLabels[article.state].name}</Badge>
              {article.updateAsked && <Badge tone="warning">Changes in review</Badge>}
              {article.scheduledFor && <AbsoluteTime at={article.scheduledFor} />}
            </p>
            <p>
              {article.words.toLocaleString('en')} words · {article.readingMinutes} min · last edited{' '}
              <Time at={article.savedAt} />
            </p>
            {article.may.edit && (
              <p>
                <ButtonLink to={`/admin/articles/edit?id=${article.id}`} tone="quiet" size="sm">
                  <Icon name="pencil" size={16} />
                  Edit
                </ButtonLink>
              </p>
            )}
          </section>
          {review.queue.place !== null && (
            <Assignment
              article={article}
              reviewer={review.reviewer}
              reviewers={reviewers}
              onChanged={() => void revalidate()}
            />
          )}
          <Decisions article={article} onMoved={() => void revalidate()} />
          {article.may.feature && article.state === 'published' && <FeatureSwitch article={article} />}
          <Checklist article={article} submission={submission?.id ?? null} items={review.checklist} />
          <section>
            <h2 className="pb-3 font-serif text-lg font-semibold">Notes</h2>
            <NotesPanel articleId={article.id} onFind={find} about={about} />
          </section>
          {moves.length > 0 && (
            <section>
              <h2 className="pb-3 font-serif text-lg font-semibold">History</h2>
              <TransitionHistory moves={moves} />
            </section>
          )}
        </div>
      </aside>
      {selected && view === 'text' && (
        <div
          className="fixed z-30 -translate-x-1/2"
          style={{ top: Math.min(selected.top + 8, innerHeight - 60), left: Math.max(80, selected.left) }}
        >
          <Button
            size="sm"
            className="shadow-float"
            // Keep the selection while the button is pressed.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setAbout({ quote: selected.quote })}
          >
            <Icon name="message-square-plus" size={16} />
            Add a note
          </Button>
        </div>
      )}
    </div>
  )
}
