import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import { countLinks } from '#contract/conversation/text-segments.ts'
import { useApi } from '#site/page.ts'
import { Icon } from '#site/ui/icon.tsx'

type Rule = Reply<'GET /api/stories/{ref}/responses/review'>

/** Says before posting that a response will be reviewed, and why. Blocked words are not listed. */
export function ReviewNotice({ storyId, text }: { storyId: string; text: string }) {
  const api = useApi()
  const [{ reviewed, maxLinks }, setRule] = useState<Rule>({ reviewed: 'none', maxLinks: 0 })
  useEffect(() => {
    let isCurrent = true
    api('GET /api/stories/{ref}/responses/review', { params: { ref: storyId } }).then(
      (rule) => isCurrent && setRule(rule),
      // The notice after posting says it too.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [api, storyId])

  const message =
    reviewed === 'all'
      ? 'Until your first response is approved, your responses are reviewed before they appear. We’ll notify you when it’s approved.'
      : reviewed === 'some' && countLinks(text) > maxLinks
        ? `Responses with more than ${maxLinks} links are reviewed before they appear. We’ll notify you when yours is approved.`
        : ''
  return (
    // Not hidden while empty, so that screen readers announce it. The margin removes the gap.
    <output className="flex gap-2 text-sm text-gray-700 empty:-mt-3">
      {message && (
        <>
          <Icon name="hourglass" size={16} className="mt-0.5 shrink-0" />
          <span>{message}</span>
        </>
      )}
    </output>
  )
}
