import { useEffect, useRef } from 'react'
import type { Story } from '#contract/reading.ts'
import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { rates, useSpeech } from './use-speech.ts'

type Props = { story: Pick<Story, 'title' | 'language'>; onClose(): void }

/** The text-to-speech player. Leaving the page stops it. */
export function Player({ story, onClose }: Props) {
  const { index, count, playing, rate, toggle, skip, changeRate } = useSpeech(story)
  const main = useRef<HTMLButtonElement>(null)
  useEffect(() => main.current?.focus({ preventScroll: true }), [])
  return (
    <section
      aria-label="Listen"
      className="player no-print fixed inset-x-0 bottom-0 z-40 border-t border-gray-200 bg-white pb-[env(safe-area-inset-bottom)] shadow-float sm:inset-x-auto sm:start-1/2 sm:bottom-4 sm:w-md sm:-translate-x-1/2 sm:rounded-full sm:border sm:pb-0 rtl:sm:translate-x-1/2"
    >
      <div
        className="h-0.5 origin-left bg-primary-600 sm:hidden"
        style={{ transform: `scaleX(${(index + 1) / count})` }}
      />
      <div className="flex items-center gap-1 px-3 py-1.5">
        <IconButton label="Back a paragraph" onClick={() => skip(-1)}>
          <Icon name="skip-back" />
        </IconButton>
        <button
          ref={main}
          type="button"
          aria-label={playing ? 'Pause' : 'Play'}
          onClick={toggle}
          className="grid size-11 place-items-center rounded-full bg-primary-700 text-white hover:bg-primary-800"
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
        <IconButton label="Forward a paragraph" onClick={() => skip(1)}>
          <Icon name="skip-forward" />
        </IconButton>
        <p className="min-w-0 flex-1 truncate text-center text-sm text-gray-600 tabular-nums">
          {index + 1} of {count}
        </p>
        <label className="relative text-sm font-medium">
          <span className="sr-only">Speed</span>
          <select
            value={rate}
            onChange={({ target }) => changeRate(Number(target.value))}
            className="h-11 appearance-none rounded-full px-3 text-center hover:bg-gray-100"
          >
            {rates.map((each) => (
              <option key={each} value={each}>
                {each}×
              </option>
            ))}
          </select>
        </label>
        <IconButton label="Stop listening" onClick={onClose}>
          <Icon name="x" />
        </IconButton>
      </div>
    </section>
  )
}
