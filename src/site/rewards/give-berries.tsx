import { useRef, useState } from 'react'
import type { Story } from '#contract/reading.ts'
import { lazyComponent } from '#site/conversation/lazy-component.tsx'
import { withNext } from '#site/identity/sign-in/next-path.ts'
import { useShell } from '#site/page.ts'
import { buttonLook } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'
import { useRequestId } from './use-request-id.ts'

type Props = { story: Pick<Story, 'id' | 'slug' | 'author' | 'coAuthors'> }

const GiveBerriesPopover = lazyComponent(async () => (await import('./give-berries-popover.tsx')).GiveBerriesPopover)

const look = buttonLook({ tone: 'quiet', size: 'sm' })

/** Gives berries to the author. The form is loaded when it is opened. */
export function GiveBerries({ story }: Props) {
  const { viewer, site } = useShell()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const request = useRequestId()
  const isOwn = [story.author, ...story.coAuthors].some(({ id }) => id === viewer?.id)
  if (site.switchedOff.includes('berries') || isOwn) return null
  const inside = (
    <>
      <Icon name="cherry" size={18} />
      Give
    </>
  )
  const name = 'Give berries'
  if (!viewer)
    return (
      <Link
        to={withNext('/auth/newauth', `/story/${encodeURIComponent(story.slug)}`)}
        className={look}
        aria-label={name}
        target="_self"
      >
        {inside}
      </Link>
    )
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${look} noscript:hidden`}
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {inside}
      </button>
      {open && <GiveBerriesPopover story={story} anchor={button} request={request} onClose={() => setOpen(false)} />}
    </>
  )
}
