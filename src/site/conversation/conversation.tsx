import { type MouseEvent, useState } from 'react'
import { useNearViewport } from '#site/infinite-list/use-near-viewport.ts'
import { opensElsewhere } from '#site/reading/story/story-text.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'
import { type Conversation as Talk, ConversationContext } from './context.ts'
import { CONVERSATION_ID, pathOfPage, sorts } from './place.ts'
import { withAllArrived } from './state.ts'
import { ThreadItem } from './thread.tsx'
import { useDeepLink } from './use-deep-link.ts'
import { useLiveResponses } from './use-live-responses.ts'
import { type Responses, useTalk } from './use-talk.ts'
import { WriteBox } from './write-box.tsx'

type Props = { story: Talk['story']; responses: Responses }

/** The conversation below a story. The server draws its first page, with links that work; the rest comes with a reader. */
export function Conversation({ story, responses }: Props) {
  const { sort, before, at } = responses
  if (responses.count === 0 && responses.items.length === 0 && !story.takesResponses) return null
  // Another order or another beginning is another conversation to read.
  return <Open key={[story.id, sort, before, at].join(' ')} story={story} responses={responses} />
}

function Open({ story, responses }: Props) {
  const { talk, conversation, progress, said, more, goesOn } = useTalk(story, responses)
  const [heard, setHeard] = useState(false)
  useLiveResponses(conversation, heard)
  useDeepLink(responses.at)
  const begins = useNearViewport<HTMLElement>(!heard, () => setHeard(true))
  const ends = useNearViewport<HTMLDivElement>(goesOn, () => void more(false))
  const { path } = conversation
  const { sort } = responses
  const later = responses.before !== null || responses.at !== null

  function show(event: MouseEvent) {
    if (opensElsewhere(event.nativeEvent)) return
    event.preventDefault()
    void more(true)
  }

  return (
    <ConversationContext value={conversation}>
      <section
        ref={begins}
        aria-labelledby={CONVERSATION_ID}
        className="no-print mt-12"
        data-conversation={heard ? 'open' : ''}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id={CONVERSATION_ID} className="font-serif text-xl font-semibold" dir="auto">
            {countWords(talk.count)}
          </h2>
          {talk.items.length > 1 && <Sorts path={path} sort={sort} />}
        </div>
        {story.takesResponses ? (
          <WriteBox empty={talk.items.length === 0} />
        ) : (
          <p className="mt-3 text-gray-600">This story takes no new responses.</p>
        )}
        <output className="sr-only">{said}</output>
        {talk.arrived.length > 0 && (
          <Arrived many={talk.arrived.length} onShow={() => conversation.change(withAllArrived)} />
        )}
        {later && (
          <p className="mt-6">
            <ButtonLink to={pathOfPage(path, { sort, before: null })} tone="quiet" size="sm" rel="first">
              All responses from the beginning
            </ButtonLink>
          </p>
        )}
        <ol className="mt-6 grid grid-cols-1 gap-6" aria-busy={progress === 'loading'}>
          {talk.items.map((thread) => (
            <ThreadItem key={thread.response.id} thread={thread} />
          ))}
        </ol>
        <div ref={ends} className="pt-6">
          <div role="alert">
            {progress === 'failed' && (
              <p className="mb-4 text-center text-sm text-gray-700">
                More responses could not be loaded. You may be offline, or the site busy for a moment.
              </p>
            )}
          </div>
          {talk.next !== null && (
            <p className="text-center">
              <ButtonLink
                to={pathOfPage(path, { sort, before: talk.next })}
                tone="quiet"
                rel="next"
                aria-disabled={progress === 'loading' || undefined}
                onClick={show}
              >
                {progress === 'failed' ? 'Try again' : 'More responses'}
              </ButtonLink>
            </p>
          )}
        </div>
      </section>
    </ConversationContext>
  )
}

function countWords(count: number) {
  if (count === 0) return 'Responses'
  return `${count.toLocaleString('en-GB')} ${count === 1 ? 'response' : 'responses'}`
}

function Sorts({ path, sort: chosen }: { path: string; sort: Responses['sort'] }) {
  return (
    <nav aria-label="Order of responses">
      <ul className="flex flex-wrap gap-2">
        {sorts.map(({ sort, name }) => (
          <li key={sort}>
            <PillLink to={pathOfPage(path, { sort, before: null })} current={sort === chosen}>
              {name}
            </PillLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What others wrote meanwhile waits here, so that nothing moves under whoever reads. */
function Arrived({ many, onShow }: { many: number; onShow(): void }) {
  return (
    <p className="sticky top-20 z-10 mt-6 text-center">
      <button
        type="button"
        onClick={onShow}
        className="inline-flex min-h-11 items-center gap-2 rounded-full bg-primary-700 px-4 text-sm font-medium text-white shadow-float hover:bg-primary-800 pointer-fine:min-h-9"
      >
        <Icon name="arrow-up" size={16} />
        {many === 1 ? '1 new response' : `${many} new responses`}
      </button>
    </p>
  )
}
