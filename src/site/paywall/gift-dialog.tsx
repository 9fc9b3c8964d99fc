import { useCallback, useEffect, useState } from 'react'
import { Refusal } from '#contract/errors.ts'
import type { GiftLink } from '#contract/paywall.ts'
import { track } from '#site/analytics/track.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi, useShell } from '#site/page.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { copyText } from '#site/ui/copy-text.ts'
import { Dialog } from '#site/ui/dialog.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'

type Props = { story: { id: string; title: string }; onClose(): void }
type Asked = { link: GiftLink } | { error: unknown } | null

/** Creates the reader's gift link of a members' story, or shows the one they have. */
export function GiftDialog({ story, onClose }: Props) {
  const api = useApi()
  const [open, setOpen] = useState(true)
  const [asked, setAsked] = useState<Asked>(null)
  const create = useCallback(async () => {
    try {
      setAsked({ link: await api('POST /api/stories/{ref}/gift-link', { params: { ref: story.id } }) })
    } catch (error) {
      setAsked({ error })
    }
  }, [api, story.id])
  useEffect(() => void create(), [create])
  const change = (next: boolean) => {
    setOpen(next)
    if (!next) onClose()
  }
  const retry = () => {
    setAsked(null)
    void create()
  }
  return (
    <Dialog
      title="Gift this story"
      description="Everyone with the link can read the whole story for 30 days, without a membership."
      open={open}
      onOpenChange={change}
    >
      {!asked && <Skeleton className="h-11 w-full rounded-md" />}
      {asked && 'link' in asked && <Ready {...asked.link} />}
      {asked && 'error' in asked && <Failed error={asked.error} onRetry={retry} />}
    </Dialog>
  )
}

function Ready({ address, expiresAt, opens, left }: GiftLink) {
  const day = new Date(expiresAt).toLocaleDateString('en', { day: 'numeric', month: 'long' })
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <input
          readOnly
          aria-label="Gift link"
          value={address}
          onFocus={({ target }) => target.select()}
          className="min-h-11 min-w-0 flex-1 basis-60 rounded-md border border-gray-300 bg-gray-50 px-3 text-sm text-gray-800"
        />
        <Button
          onClick={() => {
            void copyText(address, 'Gift link copied')
            track({ kind: 'share', channel: 'copy' })
          }}
        >
          Copy link
        </Button>
      </div>
      <p className="mt-3 text-sm text-gray-600">
        Works until {day}. {opens === 0 ? 'Not opened yet.' : `Opened ${opens === 1 ? 'once' : `${opens} times`}.`} You
        can gift {left} more {left === 1 ? 'story' : 'stories'} this month.
      </p>
    </>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { site } = useShell()
  const isSold = !site.switchedOff.includes('membership')
  const reason = error instanceof Refusal ? error.details['reason'] : null
  return (
    <div role="alert">
      <p className="text-gray-800">{errorMessage(error)}</p>
      {reason !== 'links-used' && (
        <div className="mt-4">
          {reason === 'members-only' ? (
            isSold && <ButtonLink to="/membership">Become a member</ButtonLink>
          ) : (
            <Button onClick={onRetry}>Try again</Button>
          )}
        </div>
      )}
    </div>
  )
}
