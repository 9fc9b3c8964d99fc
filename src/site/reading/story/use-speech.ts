import { useEffect, useRef, useState } from 'react'
import type { Story } from '#contract/reading.ts'
import { readStored, writeStored } from '#site/browser/web-storage.ts'
import { toast } from '#site/ui/toast.tsx'
import { type Passage, passagesOf, sentencesOf } from './speech.ts'
import { storyText } from '#site/stories/story-element.ts'

export const rates = [0.8, 1, 1.2, 1.5, 1.75, 2] as const
const KEY = 'bramble:listening-speed'

/** Text to speech with the device's voice, one passage at a time. */
export function useSpeech({ title, language }: Pick<Story, 'title' | 'language'>) {
  const [pieces] = useState(() => passagesOf(title, storyText() ?? document.createElement('div')))
  const [index, setIndex] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [rate, setRate] = useState(storedRate)
  // The scroll position at which the reader scrolled away; until then the page follows.
  const previous = useRef<Element | null>(null)

  useEffect(() => {
    if (!playing) return
    const piece = pieces[index]
    if (!piece) return
    follow(piece, previous.current)
    previous.current = piece.element
    const end = () => {
      if (index + 1 < pieces.length) setIndex(index + 1)
      else setPlaying(false)
    }
    return speak(piece, { language, rate, end, fail: () => setPlaying(false) })
  }, [pieces, index, playing, rate, language])

  useEffect(() => {
    const { element } = pieces[index] ?? {}
    element?.setAttribute('data-spoken', '')
    return () => element?.removeAttribute('data-spoken')
  }, [pieces, index])

  return {
    index,
    count: pieces.length,
    playing,
    rate,
    toggle() {
      // Restart at the end.
      if (!playing && index + 1 >= pieces.length) setIndex(0)
      setPlaying(!playing)
    },
    skip: (step: number) => setIndex(Math.min(pieces.length - 1, Math.max(0, index + step))),
    changeRate(next: number) {
      writeStored('localStorage', KEY, String(next))
      setRate(next)
    },
  }
}

function storedRate(): number {
  const kept = Number(readStored('localStorage', KEY))
  return rates.find((rate) => rate === kept) ?? 1
}

type Options = { language: string; rate: number; end(): void; fail(): void }

/** Stops the current speech, starts the next, and returns a function that stops it. */
function speak({ words }: Passage, { language, rate, end, fail }: Options) {
  let over = false
  const sentences = sentencesOf(words, language)
  speechSynthesis.cancel()
  sentences.forEach((sentence, place) => {
    const said = new SpeechSynthesisUtterance(sentence)
    Object.assign(said, { lang: language, rate })
    said.addEventListener('end', () => !over && place === sentences.length - 1 && end())
    said.addEventListener('error', () => {
      if (over) return
      over = true
      fail()
      void toast({ tone: 'danger', title: 'Text to speech isn’t available on this device' })
    })
    speechSynthesis.speak(said)
  })
  return () => {
    over = true
    speechSynthesis.cancel()
  }
}

/** Scrolls a passage into view, unless the reader has scrolled away. */
function follow({ element }: Passage, before: Element | null) {
  if (!element || (before && !inView(before))) return
  if (inView(element)) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
}

function inView(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}
