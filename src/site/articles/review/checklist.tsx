import { useState } from 'react'
import type { Article } from '#contract/articles/articles.ts'
import type { ChecklistItem } from '#contract/articles/submissions.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Checkbox } from '#site/ui/checkbox.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Time } from '#site/ui/time.tsx'
import { checkAutomatically } from './automatic-checks.ts'

type Props = { article: Article; submission: string | null; items: readonly ChecklistItem[] }

/** Automatic checks of the story, and what reviewers tick by hand while it is in review. */
export function Checklist({ article, submission, items }: Props) {
  const checks = checkAutomatically(article)
  const open = checks.filter(({ passed }) => !passed)
  return (
    <section aria-labelledby="review-checklist">
      <h2 id="review-checklist" className="pb-3 font-serif text-lg font-semibold">
        Checklist
      </h2>
      <ul className="grid grid-cols-1 gap-2 text-sm">
        {checks.map(({ name, passed, detail }) => (
          <li key={name} className="flex gap-2">
            <Icon
              name={passed ? 'circle-check' : 'circle-alert'}
              size={18}
              label={passed ? 'Passed:' : 'Check:'}
              className={`mt-0.5 shrink-0 ${passed ? 'text-primary-700' : 'text-warning-800'}`}
            />
            <span className="min-w-0">
              {name}
              {!passed && <span className="block wrap-anywhere text-gray-600">{detail}</span>}
            </span>
          </li>
        ))}
      </ul>
      {open.length === 0 && <p className="pt-2 text-sm text-gray-600">All automatic checks passed.</p>}
      {submission && items.length > 0 && <ManualItems articleId={article.id} submission={submission} items={items} />}
    </section>
  )
}

type ManualProps = { articleId: string; submission: string; items: readonly ChecklistItem[] }

/** Shared by all reviewers of the submission. A tick shows at once and is taken back when it fails. */
function ManualItems({ articleId, submission, items }: ManualProps) {
  const api = useApi()
  const [known, setKnown] = useState(items)
  const [shown, setShown] = useState(items)
  const [pending, setPending] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  // Newly loaded data replaces what is shown.
  if (known !== items) {
    setKnown(items)
    setShown(items)
  }

  async function tick(item: string, ticked: boolean) {
    setProblem(null)
    setPending((before) => [...before, item])
    try {
      setShown(
        await api('PUT /api/admin/articles/{id}/checklist', {
          params: { id: articleId },
          body: { submission, item, ticked },
        }),
      )
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setPending((before) => before.filter((one) => one !== item))
  }

  const left = shown.filter(({ ticked }) => ticked === null).length
  return (
    <div className="mt-4 border-t border-gray-200 pt-3 text-sm">
      <p className="pb-1 text-gray-600" aria-live="polite">
        {left === 0 ? 'All items are ticked.' : `${shown.length - left} of ${shown.length} ticked by reviewers`}
      </p>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <ul>
        {shown.map(({ text, ticked }) => (
          <li key={text}>
            <Checkbox
              checked={pending.includes(text) ? ticked === null : ticked !== null}
              disabled={pending.includes(text)}
              onCheckedChange={(checked) => void tick(text, checked)}
              label={<bdi>{text}</bdi>}
            />
            {ticked && (
              <p className="ps-8 text-gray-600">
                <bdi>{ticked.by?.name ?? 'Deleted user'}</bdi>, <Time at={ticked.at} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
