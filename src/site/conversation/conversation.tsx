import { type MouseEvent, useState, useEffect, useRef } from 'react'
import { useNearViewport } from '#site/infinite-list/use-near-viewport.ts'
import { opensElsewhere } from '#site/stories/story-element.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'
import { type Conversation as Talk, ConversationContext } from './context.ts'
import { CONVERSATION_ID, pagePath, sorts, responseElementId } from './location.ts'
import { withAllArrived } from './state.ts'
import { ThreadItem } from './thread.tsx'
import { useLiveResponses } from './use-live-responses.ts'
import { type Responses, useConversationState } from './use-conversation-state.ts'
import { NewResponse } from './new-response.tsx'
import { NavigationType, useNavigationType } from 'react-router'

type Props = { story: Talk['story']; responses: Responses }

/** Responses to a story. The server renders the first page with working links; the rest loads on interaction. */
export function Conversation({ story, responses }: Props) {
  const { sort, before, at } = responses
  if (responses.count === 0 && responses.items.length === 0 && !story.takesResponses) return null
  // Another sort order or start is a new list.
  return <Open key={[story.id, sort, before, at].join(' ')} story={story} responses={responses} />
}

function Open({ story, responses }: Props) {
  const { state, conversation, progress, announcement, loadMore, shouldLoadMore } = useConversationState(
    story,
    responses,
  )
  const [live, setLive] = useState(false)
  useLiveResponses(conversation, live)
  useDeepLink(responses.at)
  const sectionRef = useNearViewport<HTMLElement>(!live, () => setLive(true))
  const endRef = useNearViewport<HTMLDivElement>(shouldLoadMore, () => void loadMore(false))
  const { path } = conversation
  const { sort } = responses
  const later = responses.before !== null || responses.at !== null

  function show(event: MouseEvent) {
    if (opensElsewhere(event.nativeEvent)) return
    event.preventDefault()
    void loadMore(true)
  }

  return (
    <ConversationContext value={conversation}>
      <section
        ref={sectionRef}
        aria-labelledby={CONVERSATION_ID}
        className="no-print mt-12"
        data-conversation={live ? 'open' : ''}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id={CONVERSATION_ID} className="font-serif text-xl font-semibold" dir="auto">
            {countWords(state.count)}
          </h2>
          {state.items.length > 1 && <Sorts path={path} sort={sort} />}
        </div>
        {story.takesResponses ? (
          <NewResponse empty={state.items.length === 0} />
        ) : (
          <p className="mt-3 text-gray-600">Responses are closed for this story.</p>
        )}
        <output className="sr-only">{announcement}</output>
        {state.arrived.length > 0 && (
          <NewResponses count={state.arrived.length} onShow={() => conversation.change(withAllArrived)} />
        )}
        {later && (
          <p className="mt-6">
            <ButtonLink to={pagePath(path, { sort, before: null })} tone="quiet" size="sm" rel="first">
              Show all responses
            </ButtonLink>
          </p>
        )}
        <ol className="mt-6 grid grid-cols-1 gap-6" aria-busy={progress === 'loading'}>
          {state.items.map((thread) => (
            <ThreadItem key={thread.response.id} thread={thread} />
          ))}
        </ol>
        <div ref={endRef} className="pt-6">
          <div role="alert">
            {progress === 'failed' && (
              <p className="mb-4 text-center text-sm text-gray-700">
                Couldn’t load more responses. Check your connection and try again.
              </p>
            )}
          </div>
          {state.next !== null && (
            <p className="text-center">
              <ButtonLink
                to={pagePath(path, { sort, before: state.next })}
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
    <nav aria-label="Sort responses">
      <ul className="flex flex-wrap gap-2">
        {sorts.map(({ sort, name }) => (
          <li key={sort}>
            <PillLink to={pagePath(path, { sort, before: null })} current={sort === chosen}>
              {name}
            </PillLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** New responses wait behind a button, so that the page does not move while reading. */
function NewResponses({ count, onShow }: { count: number; onShow(): void }) {
  return (
    <p className="sticky top-20 z-10 mt-6 text-center">
      <button
        type="button"
        onClick={onShow}
        className="inline-flex min-h-11 items-center gap-2 rounded-full bg-primary-700 px-4 text-sm font-medium text-white shadow-float hover:bg-primary-800 pointer-fine:min-h-9"
      >
        <Icon name="arrow-up" size={16} />
        {count === 1 ? '1 new response' : `${count} new responses`}
      </button>
    </p>
  )
}

/** Scrolls to and focuses the linked response. */
function useDeepLink(at: string | null) {
  const arrivedBy = useNavigationType()
  const done = useRef<string | null>(null)

  useEffect(() => {
    // The browser does this itself on first load and back navigation.
    if (at === null || done.current === at || arrivedBy === NavigationType.Pop) return
    done.current = at
    const element = document.getElementById(responseElementId(at))
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }, [at, arrivedBy])
}
