import { useRef } from 'react'
import type { StartedStory } from '#contract/discovery.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import { StoryLink } from '#site/stories/story-card.tsx'
import { IconButton } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { SectionTitle } from './section-title.tsx'
import { useReadings } from './use-readings.ts'

export function ContinueReading({ readings }: { readings: readonly StartedStory[] }) {
  const { started, remove } = useReadings(readings)
  const row = useRef<HTMLUListElement>(null)
  if (started.length === 0) return null

  function dismiss(reading: StartedStory, index: number) {
    remove(reading)
    // The focused button is removed with its card, so focus moves to the next one.
    const buttons = row.current?.querySelectorAll('button') ?? []
    const neighbour = buttons[index + 1] ?? buttons[index - 1]
    if (neighbour) neighbour.focus({ preventScroll: true })
    else document.getElementById('content')?.focus({ preventScroll: true })
  }

  return (
    <section aria-labelledby="continue" className="pt-8">
      <SectionTitle id="continue">Continue reading</SectionTitle>
      <ul
        ref={row}
        className="-mx-5 mt-4 flex snap-x scroll-px-5 gap-4 overflow-x-auto px-5 pb-3 [scrollbar-width:thin]"
      >
        {started.map((reading, index) => (
          <li key={reading.story.id} className="flex w-72 max-w-[80vw] shrink-0 snap-start">
            <StartedCard reading={reading} onDismiss={() => dismiss(reading, index)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function StartedCard({ reading: { story, progress }, onDismiss }: { reading: StartedStory; onDismiss: () => void }) {
  const minutes = Math.round((story.readingMinutes * (100 - progress)) / 100)
  return (
    <article className="group relative flex flex-1 flex-col rounded-lg border border-gray-200 p-4 transition-colors hover:border-gray-300">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 truncate text-sm text-gray-600">
          <bdi>{story.author.name}</bdi>
        </p>
        <IconButton
          label={`Dismiss “${story.title}”`}
          className="relative z-10 -my-3 -me-3 shrink-0"
          onClick={onDismiss}
        >
          <Icon name="x" size={16} />
        </IconButton>
      </div>
      <h3
        className="mt-1 mb-3 line-clamp-2 font-serif text-md leading-snug font-semibold"
        {...inLanguage(story.language)}
      >
        <StoryLink story={story} />
      </h3>
      <p className="mt-auto mb-2 text-sm text-gray-600 tabular-nums">
        {progress}% read, {minutes < 1 ? 'less than a minute' : `${minutes} min`} left
      </p>
      <div aria-hidden className="h-1 overflow-hidden rounded-full bg-gray-200">
        <div className="h-full rounded-full bg-primary-600" style={{ width: `${progress}%` }} />
      </div>
    </article>
  )
}
