import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '#site/ui/icon.tsx'
import { opensElsewhere, storyText } from '#site/stories/story-element.ts'

type Shown = { pictures: HTMLAnchorElement[]; index: number }

/** Full-screen image view, with previous and next in a gallery. */
export function Zoom() {
  const [shown, setShown] = useState<Shown | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const text = storyText()
    if (!text) return
    linkPictures(text)
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a.story-zoom')
      if (!link || opensElsewhere(event)) return
      event.preventDefault()
      const gallery = link.closest('.story-gallery')
      const pictures = gallery ? [...gallery.querySelectorAll<HTMLAnchorElement>('a.story-zoom')] : [link]
      setShown({ pictures, index: pictures.indexOf(link) })
    }
    text.addEventListener('click', open)
    return () => text.removeEventListener('click', open)
  }, [])

  const open = shown !== null
  useEffect(() => {
    if (open) dialog.current?.showModal()
  }, [open])

  const link = shown?.pictures[shown.index]
  const picture = link?.querySelector('img')
  if (!shown || !link || !picture) return null

  const many = shown.pictures.length
  const go = (step: number) => setShown({ ...shown, index: (shown.index + step + many) % many })
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (many < 2) return
    if (key === 'ArrowRight') go(1)
    if (key === 'ArrowLeft') go(-1)
  }
  const caption = link.closest('figure')?.querySelector('figcaption')?.textContent ?? ''
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and clicks beside the buttons; Escape and Close do the same
    <dialog
      ref={dialog}
      aria-label="Picture"
      onClose={() => setShown(null)}
      onKeyDown={onKeyDown}
      // A click outside the buttons closes it.
      onClick={({ target }) => {
        if (!(target instanceof Element && target.closest('button'))) dialog.current?.close()
      }}
      className="zoom m-0 h-dvh max-h-none w-screen max-w-none bg-white text-gray-900 transition-opacity starting:opacity-0"
    >
      <figure className="flex h-full flex-col items-center justify-center gap-3 p-4 sm:p-8">
        <img
          key={link.href}
          src={link.href}
          {...(picture.srcset && { srcSet: picture.srcset, sizes: '100vw' })}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          className="min-h-0 w-auto flex-1 cursor-zoom-out object-contain"
        />
        <figcaption aria-live="polite" className="text-center text-sm text-gray-600" dir="auto">
          {many > 1 && <span className="me-2 font-medium tabular-nums">{`${shown.index + 1} of ${many}`}</span>}
          {caption}
        </figcaption>
      </figure>
      <Round label="Close" icon="x" className="end-3 top-3" onClick={() => dialog.current?.close()} />
      {many > 1 && (
        <>
          <Round label="Previous picture" icon="chevron-left" className="start-3 top-1/2" onClick={() => go(-1)} />
          <Round label="Next picture" icon="chevron-right" className="end-3 top-1/2" onClick={() => go(1)} />
        </>
      )}
    </dialog>
  )
}

type RoundProps = { label: string; icon: string; className: string; onClick(): void }

function Round({ label, icon, className, onClick }: RoundProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`absolute grid size-11 place-items-center rounded-full bg-white/90 text-gray-900 shadow-float ring-1 ring-gray-200 hover:bg-gray-100 ${className}`}
    >
      <Icon name={icon} />
    </button>
  )
}

/** Adds the links that stories published before image zoom lack. */
function linkPictures(text: HTMLElement) {
  for (const image of text.querySelectorAll<HTMLImageElement>('figure img')) {
    if (image.closest('a')) continue
    const link = document.createElement('a')
    link.className = 'story-zoom'
    link.href = image.src
    if (!image.alt) link.setAttribute('aria-label', 'View larger picture')
    const whole = image.closest('picture') ?? image
    whole.replaceWith(link)
    link.append(whole)
  }
}
