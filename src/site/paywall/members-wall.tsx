import { Refusal } from '#contract/errors.ts'
import type { MembersPart } from '#contract/paywall.ts'
import type { Story } from '#contract/reading.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useShell } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { OpenedNote } from './opened-note.tsx'
import { useMembersPart } from './use-members-part.ts'
import { Wall } from './wall.tsx'

type Props = { story: Pick<Story, 'id' | 'slug' | 'html'>; minutesLeft: number | null }

/** Below the preview of a members' story: the rest is loaded for readers who may read it, the others see the wall. */
export function MembersWall(props: Props) {
  const { viewer } = useShell()
  const { id, html } = props.story
  // Starts again for another story or person, and when a new version of the preview has replaced the text.
  return <PartOrWall key={`${id} ${viewer?.id ?? ''} ${html}`} {...props} />
}

function PartOrWall({ story, minutesLeft: minutes }: Props) {
  const { viewer } = useShell()
  const { asked, gift, ask, open } = useMembersPart(story)
  const { state, part } = asked
  const path = `/story/${encodeURIComponent(story.slug)}`
  const signInFor = viewer ? null : gift === null ? path : `${path}?gift=${encodeURIComponent(gift)}`
  const wall = { minutes, signInFor }
  const isOpen = part !== null && part.html !== null
  // Visitors without a gift keep the wall while the server is asked: few of them may read on.
  const waits = (state === 'before' && viewer !== null) || (state === 'asking' && (viewer !== null || gift !== null))

  const read = async () => {
    const first = part && (await open(part))
    // The button is gone: the keyboard continues where the text does.
    if (first) focusOnce(first)
  }
  return (
    <div className="no-print px-5">
      <output className="sr-only">
        {waits && state === 'asking' ? 'Loading the rest of the story' : isOpen ? 'The whole story is shown' : ''}
      </output>
      {waits ? (
        <>
          <Placeholder />
          <div className="hidden noscript:block">
            <Wall {...wall} />
          </div>
        </>
      ) : isOpen ? (
        <OpenedNote part={part} />
      ) : state === 'failed' ? (
        <Wall
          {...wall}
          words="We couldn’t check whether you can read it. Check your connection, then try again."
          action={<Button onClick={() => void ask()}>Try again</Button>}
        />
      ) : (
        <Wall
          {...wall}
          words={part && <Offer {...asked} part={part} />}
          action={
            part?.free && part.free.left > 0 ? (
              <Button busy={state === 'opening'} onClick={() => void read()}>
                Read this story free
              </Button>
            ) : undefined
          }
        />
      )}
    </div>
  )
}

/** What this reader can do. */
function Offer({ part: { free, gift, signInHelps }, error }: { part: MembersPart; error?: unknown }) {
  return (
    <>
      {gift && !gift.valid && 'This gift link no longer works. '}
      {error ? (
        <span role="alert">
          {error instanceof Refusal
            ? errorMessage(error)
            : 'We couldn’t open the story. Check your connection, then try again.'}
        </span>
      ) : (
        describeFree(free, signInHelps)
      )}
    </>
  )
}

function describeFree(free: MembersPart['free'], signInHelps: boolean) {
  if (signInHelps) return 'Sign in to read a few members’ stories free each month.'
  if (!free || free.limit === 0) return 'Members read every story in full.'
  if (free.left > 0) {
    const stories = free.left === 1 ? '1 free members’ story' : `${free.left} free members’ stories`
    return `You have ${stories} left this month.`
  }
  const day = new Date(free.resetsAt).toLocaleDateString('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return `You have read this month’s free members’ stories. You get ${free.limit} more on ${day}.`
}

function Placeholder() {
  return (
    <div className="mx-auto mt-6 flex max-w-reading flex-col gap-3 noscript:hidden" aria-hidden>
      {['w-full', 'w-11/12', 'w-10/12', 'w-9/12', 'w-2/3'].map((width) => (
        <Skeleton key={width} className={`h-5 rounded-sm ${width}`} />
      ))}
    </div>
  )
}

function focusOnce(element: HTMLElement) {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
}
