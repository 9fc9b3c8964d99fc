import { useEffect } from 'react'
import type { Story } from '#contract/reading.ts'
import { track } from '#site/analytics/track.ts'
import { copyText } from '#site/ui/copy-text.ts'
import { formatPost } from './quotes.ts'

/** Copying and closing for the share menu. */
export function useShareMenu({ title, address, author }: Pick<Story, 'title' | 'address' | 'author'>) {
  const { name } = author
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener(
      'click',
      ({ target }) => {
        const item = target instanceof Element ? target.closest<HTMLElement>('[data-share] li > *') : null
        if (!item) return
        const { copy, channel } = item.dataset
        if (copy) track({ kind: 'share', channel: 'copy' })
        if (channel === 'email' || channel === 'x') track({ kind: 'share', channel })
        if (copy === 'link') void copyText(address, 'Link copied')
        if (copy === 'post') void copyText(formatPost({ title, author: name, address }), 'Copied')
        closeAndReturn()
      },
      { signal },
    )
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && closeAndReturn(), { signal })
    document.addEventListener('focusin', ({ target }) => closeUnless(target), { signal })
    document.addEventListener('pointerdown', ({ target }) => closeUnless(target), { signal })
    return () => listening.abort()
  }, [title, address, name])
}

const openMenu = () => document.querySelector<HTMLDetailsElement>('[data-share][open]')

function closeAndReturn() {
  const menu = openMenu()
  if (!menu) return
  menu.open = false
  menu.querySelector('summary')?.focus()
}

function closeUnless(inside: EventTarget | null) {
  const menu = openMenu()
  if (menu && inside instanceof Node && !menu.contains(inside)) menu.open = false
}
