import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { textOf } from './excerpt.ts'
import type { LocalCopy } from '#site/articles/writing/saving/local-store.ts'

type Props = { story: LocalCopy; onContinue(): void; onDiscard(): void }

/** Offers a story that was typed in this browser and never reached the server. */
export function UnsavedStoryBanner({ story, onContinue, onDiscard }: Props) {
  const { title = '', body } = story.fields
  const preview = title || body?.content.map(textOf).find((text) => text !== '')
  return (
    <Banner>
      You have an unsaved story from <AbsoluteTime at={new Date(story.at).toISOString()} />.
      {preview && (
        <q className="line-clamp-2 font-medium" dir="auto">
          {preview}
        </q>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={onContinue}>
          Continue writing
        </Button>
        <Button tone="quiet" size="sm" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Banner>
  )
}
