import { useEffect, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'

type Props = { media: Media; onChoose(text: string): void }

/** The alt texts that stories use for a picture without a description. */
export function AltSuggestions({ media: { id, picture, uses }, onChoose }: Props) {
  const api = useApi()
  const [texts, setTexts] = useState<readonly string[]>([])
  const wanted = picture?.alt === '' && uses.some(({ kind }) => kind === 'article' || kind === 'cover')

  useEffect(() => {
    if (!wanted) return setTexts([])
    let isCurrent = true
    api('GET /api/media/{id}/alt-texts', { params: { id } }).then(
      (found) => isCurrent && setTexts(found),
      // A suggestion only: the field works without it.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [api, id, wanted])

  if (texts.length === 0) return null
  return (
    <section aria-label="Suggested descriptions" className="grid gap-2">
      <p className="text-sm text-gray-600">From your stories:</p>
      <ul className="grid gap-2">
        {texts.map((text) => (
          <li key={text} className="flex items-start gap-2 text-sm">
            <span className="min-w-0 flex-1 wrap-anywhere" dir="auto">
              {text}
            </span>
            <Button tone="quiet" size="sm" aria-label={`Use “${text}”`} onClick={() => onChoose(text)}>
              Use
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
