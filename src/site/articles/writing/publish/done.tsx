import { useHref } from 'react-router'
import type { Article } from '#contract/articles.ts'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { When } from '#site/articles/desk/when.tsx'
import { ButtonLink } from '#site/ui/button.tsx'

/** How it stands after the move, and the way on. */
export function Done({ article }: { article: Article }) {
  const href = useHref(`/story/${article.ref}`)
  const { state, scheduledFor, updateAsked } = article
  if (state === 'scheduled' && scheduledFor)
    return (
      <Sentence action={<ButtonLink to="/articles?state=scheduled">See what is scheduled</ButtonLink>}>
        It will be published on <When at={scheduledFor} />, by itself. Until then you can change it, or take it off the
        schedule.
      </Sentence>
    )
  if (state === 'in-review' || updateAsked)
    return (
      <Sentence action={<ButtonLink to="/articles">Back to your stories</ButtonLink>}>
        An editor will look at it and publish it, or tell you what is missing.
      </Sentence>
    )
  return (
    <Sentence
      action={
        <>
          <CopyButton text={new URL(href, location.href).href} label="Copy link" />
          <ButtonLink to={`/story/${article.ref}`}>View story</ButtonLink>
        </>
      }
    >
      {article.access === 'public' ? 'Everybody can read it now.' : 'Members can read it now.'}
    </Sentence>
  )
}

function Sentence({ children, action }: { children: React.ReactNode; action: React.ReactNode }) {
  return (
    <>
      <output className="block text-gray-700">{children}</output>
      <div className="mt-6 flex flex-wrap items-center justify-end gap-3">{action}</div>
    </>
  )
}
