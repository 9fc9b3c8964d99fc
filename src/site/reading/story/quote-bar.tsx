import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Story } from '#contract/reading.ts'
import { track } from '#site/analytics/track.ts'
import { useFloatingPosition } from '#site/ui/floating-position.ts'
import { Icon } from '#site/ui/icon.tsx'
import { copyText } from '#site/ui/copy-text.ts'
import { formatQuote } from './quotes.ts'
import { storyText } from '#site/stories/story-element.ts'

const SETTLED_MS = 250
const SHORTEST = 3

const buttonStyle =
  'inline-flex min-h-11 items-center gap-2 rounded-sm px-3 text-sm font-medium hover:bg-gray-100 pointer-fine:min-h-9'

/** Actions for the selected text. Keeps the selection and the focus. */
export function QuoteBar({ story }: { story: Pick<Story, 'title' | 'author' | 'address'> }) {
  const [range, setRange] = useState<Range | null>(null)
  const bar = useRef<HTMLElement>(null)
  useSelected(setRange)
  // Below the selection on phones, whose own bar is above it.
  const coarse = matchMedia('(pointer: coarse)').matches
  useFloatingPosition(bar, { at: () => range, placement: coarse ? 'bottom' : 'top', when: range, gap: coarse ? 24 : 8 })
  if (!range) return null

  const words = range.toString()
  const quote = formatQuote(words, { title: story.title, author: story.author.name, address: story.address })
  const done = () => setRange(null)
  return (
    <section
      ref={bar}
      aria-label="Selected text"
      className="no-print absolute start-auto z-20 flex w-max rounded-md bg-white p-1 shadow-float ring-1 ring-gray-200"
    >
      <button
        type="button"
        className={buttonStyle}
        onMouseDown={keepSelection}
        onClick={() => {
          void copyText(quote, 'Quote copied')
          track({ kind: 'share', channel: 'copy' })
          done()
        }}
      >
        <Icon name="quote" size={16} />
        Copy quote
      </button>
      {'share' in navigator ? (
        <button
          type="button"
          className={buttonStyle}
          onMouseDown={keepSelection}
          onClick={() => {
            navigator.share({ title: story.title, text: quote }).then(
              () => track({ kind: 'share', channel: 'native' }),
              // Cancelled by the user.
              () => {},
            )
            done()
          }}
        >
          <Icon name="share-2" size={16} />
          Share quote
        </button>
      ) : (
        <a
          href={`mailto:?subject=${encodeURIComponent(story.title)}&body=${encodeURIComponent(quote)}`}
          className={buttonStyle}
          onMouseDown={keepSelection}
          onClick={() => {
            track({ kind: 'share', channel: 'email' })
            done()
          }}
        >
          <Icon name="mail" size={16} />
          Share quote
        </a>
      )}
    </section>
  )
}

/** Keeps the selection, which pointerdown would clear. */
function keepSelection(event: MouseEvent) {
  event.preventDefault()
}

/** Reports the selected text of the story when the selection is stable. */
function useSelected(tell: (range: Range | null) => void) {
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    let timer: ReturnType<typeof setTimeout> | undefined
    let pressed = false

    const look = () => tell(selectedRange())
    const later = () => {
      clearTimeout(timer)
      if (getSelection()?.isCollapsed !== false) tell(null)
      else if (!pressed) timer = setTimeout(look, SETTLED_MS)
    }
    const release = () => {
      pressed = false
      later()
    }
    document.addEventListener('selectionchange', later, { signal })
    document.addEventListener('pointerdown', () => (pressed = true), { signal })
    for (const end of ['pointerup', 'pointercancel'] as const) document.addEventListener(end, release, { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && tell(null), { signal })
    // Includes a selection made before this code was loaded.
    later()
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [tell])
}

function selectedRange() {
  const selection = getSelection()
  const text = storyText()
  if (!selection || !text || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0).cloneRange()
  if (!text.contains(range.startContainer)) return null
  // A triple click on the last paragraph extends beyond it.
  if (!text.contains(range.endContainer)) range.setEnd(text, text.childNodes.length)
  return range.toString().trim().length >= SHORTEST ? range : null
}
