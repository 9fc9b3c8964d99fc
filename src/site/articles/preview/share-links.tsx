import { useEffect, useState } from 'react'
import { useHref } from 'react-router'
import type { ShareLink } from '#contract/articles/review.ts'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Popover } from '#site/ui/popover.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'

const DAY_OPTIONS = [1, 7, 14, 30, 90]

export function ShareLinksButton({ articleId }: { articleId: string }) {
  return (
    <Popover
      title="Share draft"
      trigger={
        <Button tone="quiet" size="sm">
          <Icon name="link" size={16} />
          Share
        </Button>
      }
    >
      <ShareLinks articleId={articleId} />
    </Popover>
  )
}

export function ShareLinks({ articleId }: { articleId: string }) {
  const api = useApi()
  const [links, setLinks] = useState<readonly ShareLink[] | null>(null)
  const [created, setCreated] = useState<{ id: string; address: string } | null>(null)
  const [days, setDays] = useState(14)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const page = useHref(`/preview/${articleId}`)
  const params = { id: articleId }

  useEffect(() => {
    api('GET /api/articles/{id}/links', { params: { id: articleId } }).then(setLinks, (error: unknown) => {
      setLinks([])
      setProblem(errorMessage(error))
    })
  }, [api, articleId])

  async function create() {
    setBusy(true)
    setProblem(null)
    try {
      const { key, ...link } = await api('POST /api/articles/{id}/links', { params, body: { days } })
      setLinks([link, ...(links ?? [])])
      setCreated({ id: link.id, address: `${new URL(page, location.href).href}?key=${encodeURIComponent(key)}` })
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }

  async function revoke(link: ShareLink) {
    const before = links
    setLinks((links ?? []).filter(({ id }) => id !== link.id))
    setProblem(null)
    try {
      await api('DELETE /api/articles/{id}/links/{link}', { params: { ...params, link: link.id } })
      setCreated((shown) => (shown?.id === link.id ? null : shown))
    } catch (error) {
      setLinks(before)
      setProblem(errorMessage(error))
    }
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <p>Anyone with the link can read the current draft without an account until the link expires.</p>
      {problem && <Banner tone="danger">{problem}</Banner>}
      {created && (
        <div className="rounded-md bg-primary-50 p-3">
          <p className="font-medium text-primary-900">Copy this link now. You won’t see it again.</p>
          <p className="my-2 font-mono wrap-anywhere text-gray-800" dir="ltr">
            {created.address}
          </p>
          <CopyButton text={created.address} label="Copy link" />
        </div>
      )}
      <div className="flex items-center gap-2">
        <select
          aria-label="Expires after"
          value={days}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
          className={`min-h-11 flex-1 text-sm! pointer-fine:min-h-9 ${controlLook}`}
        >
          {DAY_OPTIONS.map((count) => (
            <option key={count} value={count}>
              {count === 1 ? '1 day' : `${count} days`}
            </option>
          ))}
        </select>
        <Button size="sm" busy={busy} onClick={() => void create()}>
          Create link
        </Button>
      </div>
      {links === null ? <Skeleton /> : <LinkList links={links} onRevoke={(link) => void revoke(link)} />}
    </div>
  )
}

function LinkList({ links, onRevoke }: { links: readonly ShareLink[]; onRevoke(link: ShareLink): void }) {
  if (links.length === 0) return <p>No links yet.</p>
  return (
    <ul aria-label="Links" className="max-h-60 overflow-y-auto">
      {links.map((link) => (
        <li key={link.id} className="flex items-center justify-between gap-2 border-t border-gray-200 py-2">
          <span>
            {link.by && <bdi>{link.by.name}, </bdi>}
            expires <AbsoluteTime at={link.expiresAt} />
          </span>
          <Button tone="plain" size="sm" onClick={() => onRevoke(link)}>
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  )
}
