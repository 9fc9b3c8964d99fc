import type { ApiKey } from '#contract/api-keys/api-keys.ts'
import { API_KEY_PREFIX, type ApiKeyState } from '#contract/api-keys/scopes.ts'
import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { useAction } from '#site/identity/account/use-action.ts'
import { useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Link } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { RenameKey } from './rename-key.tsx'

type Props = { apiKey: ApiKey; onRenamed(): Promise<void>; onRevoked(): Promise<void> }

export function KeyRow({ apiKey, onRenamed, onRevoked }: Props) {
  const { id, name, lastFour, scopes, creator, createdAt, lastUsedAt, state } = apiKey
  const api = useApi()
  const { busy, problem, run } = useAction()
  const isValid = state === 'active' || state === 'stopped'

  function revoke() {
    void run(async () => {
      await api('POST /api/admin/api-keys/{id}/revoke', { params: { id } })
      await onRevoked()
    })
  }

  return (
    <li className="grid grid-cols-1 gap-1.5 border-t border-gray-200 py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </h3>
        <StateBadge state={state} />
      </div>
      <p className="font-mono text-sm wrap-anywhere text-gray-600" dir="ltr">
        {API_KEY_PREFIX}…{lastFour}
      </p>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm" aria-label={`Scopes of ${name}`}>
        {scopes.map((scope) => (
          <li key={scope}>
            <code className="font-mono text-gray-700">{scope}</code>
          </li>
        ))}
      </ul>
      {state === 'stopped' && (
        <p className="text-sm text-warning-800">
          The key does not work while its creator is not an admin or is disabled. Revoke it if it should not work again.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-gray-600">
        <span className="wrap-anywhere">
          Created <Time at={createdAt} /> by <bdi>{creator.name}</bdi>
        </span>
        <span>
          {lastUsedAt ? (
            <>
              Last used <Time at={lastUsedAt} />
            </>
          ) : (
            'Never used'
          )}
        </span>
        <Ending apiKey={apiKey} />
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        {isValid && (
          <>
            <RenameKey apiKey={apiKey} onRenamed={onRenamed} />
            <ConfirmButton
              label={`Revoke ${name}`}
              busy={busy}
              title={`Revoke “${name}”?`}
              consequence="Programs that use this key are refused at once. You can’t undo this."
              action="Revoke"
              onConfirm={revoke}
            >
              Revoke
            </ConfirmButton>
          </>
        )}
        <Link
          to={`/admin/audit?key=${id}`}
          viewTransition
          className="inline-flex min-h-11 items-center text-sm text-primary-800 underline underline-offset-4 pointer-fine:min-h-8"
        >
          Audit log <span className="sr-only">of {name}</span>
        </Link>
      </div>
      {problem && <Banner tone="danger">{problem}</Banner>}
    </li>
  )
}

const states = {
  active: { name: 'Active', tone: 'primary' },
  stopped: { name: 'Stopped', tone: 'warning' },
  expired: { name: 'Expired', tone: 'neutral' },
  revoked: { name: 'Revoked', tone: 'neutral' },
} as const satisfies Record<ApiKeyState, { name: string; tone: string }>

function StateBadge({ state }: { state: ApiKeyState }) {
  const { name, tone } = states[state]
  return <Badge tone={tone}>{name}</Badge>
}

function Ending({ apiKey: { state, expiresAt, revokedAt } }: { apiKey: ApiKey }) {
  if (revokedAt)
    return (
      <span>
        Revoked <Time at={revokedAt} />
      </span>
    )
  if (!expiresAt) return <span>Never expires</span>
  return (
    <span>
      {state === 'expired' ? 'Expired' : 'Expires'} <AbsoluteTime at={expiresAt} dateOnly />
    </span>
  )
}
