import { When } from '#site/articles/desk/when.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { textOf } from './excerpt.ts'
import type { Kept } from '#site/articles/writing/saving/kept.ts'

type Props = { begun: Kept; onGoOn(): void; onThrowAway(): void }

/** Something that was typed here and never reached the server. */
export function Begun({ begun, onGoOn, onThrowAway }: Props) {
  const { title = '', body } = begun.fields
  const words = title || body?.content.map(textOf).find((text) => text !== '')
  return (
    <Banner>
      You began something here on <When at={new Date(begun.at).toISOString()} />.
      {words && (
        <q className="line-clamp-2 font-medium" dir="auto">
          {words}
        </q>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={onGoOn}>
          Go on
        </Button>
        <Button tone="quiet" size="sm" onClick={onThrowAway}>
          Throw away
        </Button>
      </div>
    </Banner>
  )
}
