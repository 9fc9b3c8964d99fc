import { useEffect } from 'react'
import type { Story } from '#contract/reading.ts'
import { FootnotePopover } from './footnote-popover.tsx'
import { Player } from './player.tsx'
import { QuoteBar } from './quote-bar.tsx'
import { useWholeStory } from '#site/paywall/opened-part.ts'
import { storyText } from '#site/stories/story-element.ts'
import { useReading } from './use-reading.ts'
import { Zoom } from './zoom.tsx'

export type ReadingToolsProps = { story: Story; listening: boolean; onSilence(): void }

/** Optional reading tools: contents, progress, zoom, footnotes, quotes. Mounted per story. */
export function ReadingTools({ story: given, listening, onSilence }: ReadingToolsProps) {
  const story = useWholeStory(given)
  // For tests: the reading tools are active from here on.
  useEffect(() => storyText()?.setAttribute('data-accompanied', ''), [])
  useReading(story)
  return (
    <>
      <Zoom key={String(story.walled)} />
      <FootnotePopover />
      <QuoteBar story={story} />
      {listening && <Player story={story} onClose={onSilence} />}
    </>
  )
}
