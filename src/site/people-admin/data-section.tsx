import { useEffect } from 'react'
import type { AdminPersonDetails, PersonExport } from '#contract/people-admin/people-admin.ts'
import { Outcome } from '#site/identity/account/outcome.tsx'
import { Row, Rows, Section } from '#site/identity/account/section.tsx'
import { useApi, useBoot } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button, buttonLook } from '#site/ui/button.tsx'
import { Time } from '#site/ui/time.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { usePersonAction } from './use-person-action.ts'

const POLL_MS = 2000
const MEGABYTE = 1_000_000

export function DataSection({ person }: { person: AdminPersonDetails }) {
  const api = useApi()
  const change = usePersonAction()
  const { id, exports, self } = person
  const waiting = exports.some(({ state }) => state === 'waiting')
  const { refresh } = change

  // The data is loaded again until the archive is ready.
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setInterval(() => void refresh(), POLL_MS)
    return () => clearInterval(timer)
  }, [waiting, refresh])

  return (
    <Section id="data" title="Personal data">
      <Row
        title="Export"
        detail="A ZIP archive of everything about this person: texts, revisions, lists, files. Secrets are left out. The download link works for 7 days."
        action={
          <Button
            tone="quiet"
            size="sm"
            busy={change.busy || waiting}
            onClick={() => void change.run(() => api('POST /api/admin/people/{id}/exports', { params: { id } }))}
          >
            Export data
          </Button>
        }
      />
      {exports.length > 0 && (
        <Rows>
          {exports.map((one) => (
            <li key={one.id}>
              <ExportRow {...one} />
            </li>
          ))}
        </Rows>
      )}
      <Outcome {...change} />
      {!self && (
        <Row
          title="Erase"
          detail="Deletes the account and personal data, trashes the stories and anonymizes responses. This can’t be undone."
          action={<EraseDialog person={person} />}
        />
      )}
    </Section>
  )
}

function ExportRow({ id, state, createdAt, size, expiresAt }: PersonExport) {
  const { base } = useBoot()
  return (
    <Row
      title={
        <>
          Export of <Time at={createdAt} />
        </>
      }
      detail={
        state === 'ready' ? (
          <>
            {formatSize(size ?? 0)}
            {expiresAt && `, until ${expiresAt.slice(0, 10)}`}
          </>
        ) : state === 'failed' ? (
          'The archive could not be made. Export again; if it fails again, check the server log.'
        ) : (
          'Being made. This page updates when it is ready.'
        )
      }
      action={
        state === 'ready' ? (
          <a
            className={buttonLook({ tone: 'quiet', size: 'sm' })}
            href={`${base}api/admin/exports/${id}/file`}
            download
          >
            Download
          </a>
        ) : (
          <Badge tone={state === 'failed' ? 'danger' : 'neutral'}>
            {state === 'failed' ? 'Failed' : 'In progress'}
          </Badge>
        )
      }
    />
  )
}

function formatSize(bytes: number) {
  return bytes < MEGABYTE ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`
}
