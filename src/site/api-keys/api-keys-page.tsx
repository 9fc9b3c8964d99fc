import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { ApiKey } from '#contract/api-keys/api-keys.ts'
import { usePageData } from '#site/page.ts'
import { SettingsFrame } from '#site/settings/settings-frame.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'
import type { apiKeysData } from './api-keys-data.ts'
import { KeyRow } from './key-row.tsx'
import { NewKey } from './new-key.tsx'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function ApiKeysPage() {
  const data = usePageData<typeof apiKeysData>()
  return data.kind === 'new' ? <NewKey /> : <KeyList keys={data.keys} />
}

function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const endedHeading = useRef<HTMLHeadingElement>(null)
  const revokedId = useRef<string | null>(null)
  const { revalidate } = useRevalidator()
  const valid = keys.filter(({ state }) => state === 'active' || state === 'stopped')
  const ended = keys.filter((key) => !valid.includes(key))
  // The row of a revoked key has moved, without the button that had the focus.
  useEffect(() => {
    const isShown = keys.some(({ id, state }) => id === revokedId.current && state === 'revoked')
    if (!isShown) return
    revokedId.current = null
    endedHeading.current?.focus()
  }, [keys])

  async function showRevoked(id: string) {
    revokedId.current = id
    await revalidate()
  }

  const list = (shown: readonly ApiKey[]) => (
    <ul>
      {shown.map((key) => (
        <KeyRow key={key.id} apiKey={key} onRenamed={revalidate} onRevoked={() => showRevoked(key.id)} />
      ))}
    </ul>
  )
  return (
    <SettingsFrame title="API keys" lead={<Lead />}>
      {valid.length === 0 ? (
        <EmptyState
          icon="key-round"
          title={ended.length > 0 ? 'No valid API keys' : 'No API keys yet'}
          action={<CreateLink />}
        >
          Create a key for each program, with only the scopes that it needs.
        </EmptyState>
      ) : (
        <section aria-labelledby="valid">
          <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
            <h2 id="valid" className="font-serif text-lg font-semibold">
              Valid keys
            </h2>
            <CreateLink />
          </div>
          {list(valid)}
        </section>
      )}
      {ended.length > 0 && (
        <section className="mt-8" aria-labelledby="ended">
          <h2
            id="ended"
            ref={endedHeading}
            tabIndex={-1}
            className="mb-5 font-serif text-lg font-semibold outline-none"
          >
            Revoked and expired keys
          </h2>
          {list(ended)}
        </section>
      )}
    </SettingsFrame>
  )
}

function Lead() {
  return (
    <>
      Programs call the API of this site with a key. It acts as the admin who created it, within its scopes. The{' '}
      <Link to="/developers" className="text-primary-800 underline underline-offset-4">
        API reference
      </Link>{' '}
      names the scope of each endpoint.
    </>
  )
}

function CreateLink() {
  return (
    <ButtonLink to="/admin/settings/api-keys?new=yes">
      <Icon name="plus" size={18} />
      Create an API key
    </ButtonLink>
  )
}
