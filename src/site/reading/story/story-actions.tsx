import { type MouseEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { Story } from '#contract/reading.ts'
import { track } from '#site/analytics/track.ts'
import { lazyComponent } from '#site/conversation/lazy-component.tsx'
import { StoryLike } from '#site/conversation/story-like.tsx'
import { SaveButton } from '#site/bookmarks/save-button.tsx'
import { GiveBerries } from '#site/rewards/give-berries.tsx'
import { useShell } from '#site/page.ts'
import { useCardKeys } from '#site/infinite-list/use-card-keys.ts'
import { IconButton, buttonLook } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { itemLook } from '#site/ui/popup-styles.ts'
import { useShareMenu } from './use-share-menu.ts'

type Props = {
  story: Pick<
    Story,
    'title' | 'address' | 'author' | 'coAuthors' | 'id' | 'slug' | 'liked' | 'likes' | 'saved' | 'forMembers'
  >
  onListen(): void
}

const ReportStory = lazyComponent(async () => (await import('#site/conversation/report-story.tsx')).ReportStory)

const GiftDialog = lazyComponent(async () => (await import('#site/paywall/gift-dialog.tsx')).GiftDialog)

const look = buttonLook({ tone: 'quiet', size: 'sm' })
const never = () => () => {}

/** The actions of a story. Without scripts only sharing by email works. */
export function StoryActions({ story, onListen }: Props) {
  const { title, address } = story
  useCardKeys()
  useShareMenu(story)
  const { viewer } = useShell()
  const [reports, setReports] = useState(false)
  const [gives, setGives] = useState(false)
  const canGive = viewer !== null && story.forMembers
  const menu = useRef<HTMLDetailsElement>(null)
  const speaks = useSyncExternalStore(
    never,
    () => 'speechSynthesis' in window,
    // Nearly every browser has it, so nothing moves when the page is hydrated.
    () => true,
  )
  const share = (event: MouseEvent) => {
    // The device's share sheet has no gift link.
    if (canGive || !('share' in navigator)) return
    event.preventDefault()
    navigator.share({ title, url: address }).then(
      () => track({ kind: 'share', channel: 'native' }),
      (error: unknown) => {
        // Cancelled by the user. If the browser rejects the call, the menu stays open.
        const closed = error instanceof DOMException && error.name === 'AbortError'
        if (!closed && menu.current) menu.current.open = true
      },
    )
  }
  const [subject, link] = [encodeURIComponent(title), encodeURIComponent(address)]
  const item = `${itemLook} w-full hover:bg-gray-100 focus-visible:bg-gray-100`
  return (
    <div className="no-print flex flex-wrap items-center gap-2">
      <StoryLike story={story} byKey />
      {speaks && (
        <button type="button" className={`${look} noscript:hidden`} onClick={onListen}>
          <Icon name="headphones" size={18} />
          Listen
        </button>
      )}
      <GiveBerries story={story} />
      <SaveButton story={story} look="page" />
      <details ref={menu} data-share className="relative">
        <summary className={`${look} list-none [&::-webkit-details-marker]:hidden`} onClick={share}>
          <Icon name="share-2" size={18} />
          Share
        </summary>
        <ul className="absolute end-0 z-20 mt-2 w-56 rounded-md bg-white p-1 shadow-float ring-1 ring-gray-200">
          <li className="needs-script">
            <button type="button" data-copy="link" className={item}>
              <Icon name="link" size={18} />
              Copy link
            </button>
          </li>
          <li className="needs-script">
            <button type="button" data-copy="post" className={item}>
              <Icon name="clipboard-list" size={18} />
              Copy as post
            </button>
          </li>
          {canGive && (
            <li className="needs-script">
              <button type="button" className={item} onClick={() => setGives(true)}>
                <Icon name="gift" size={18} />
                Gift this story
              </button>
            </li>
          )}
          <li>
            <a data-channel="email" href={`mailto:?subject=${subject}&body=${link}`} className={item}>
              <Icon name="mail" size={18} />
              Share by email
            </a>
          </li>
          <li>
            <a
              data-channel="x"
              href={`https://x.com/intent/post?text=${subject}&url=${link}`}
              target="_blank"
              rel="noopener"
              className={item}
            >
              <Icon name="external-link" size={18} />
              Post on X
            </a>
          </li>
        </ul>
      </details>
      {viewer && (
        <IconButton label="Report this story" className="noscript:hidden" onClick={() => setReports(true)}>
          <Icon name="flag" size={18} />
        </IconButton>
      )}
      {gives && <GiftDialog story={story} onClose={() => setGives(false)} />}
      {reports && <ReportStory story={story} onClose={() => setReports(false)} />}
    </div>
  )
}
