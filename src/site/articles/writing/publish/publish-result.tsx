import { useHref } from 'react-router'
import type { Article } from '#contract/articles/articles.ts'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { countParts, describeReaders } from './readers.ts'

export function PublishResult({ article }: { article: Article }) {
  const href = useHref(`/story/${article.ref}`)
  const { state, scheduledFor, updateAsked } = article
  if (state === 'scheduled' && scheduledFor)
    return (
      <Result action={<ButtonLink to="/articles?state=scheduled">View scheduled stories</ButtonLink>}>
        The story will be published automatically on <AbsoluteTime at={scheduledFor} />. Until then you can edit or
        unschedule it.
      </Result>
    )
  if (state === 'in-review' || updateAsked)
    return (
      <Result action={<ButtonLink to="/articles">Back to your stories</ButtonLink>}>
        An editor will review the story, then publish it or request changes.
      </Result>
    )
  return (
    <Result
      action={
        <>
          <CopyButton text={new URL(href, location.href).href} label="Copy link" />
          <ButtonLink to={`/story/${article.ref}`}>View story</ButtonLink>
        </>
      }
    >
      {describeReaders(article.access, countParts(article.body))}
    </Result>
  )
}

function Result({ children, action }: { children: React.ReactNode; action: React.ReactNode }) {
  return (
    <>
      <output className="block text-gray-700">{children}</output>
      <div className="mt-6 flex flex-wrap items-center justify-end gap-3">{action}</div>
    </>
  )
}
