import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { ApiKey } from '#contract/api-keys/api-keys.ts'
import { usePageData } from '#site/page.ts'
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
  return (
    <div className="max-w-4xl py-8 sm:py-10">{data.kind === 'new' ? <NewKey /> : <KeyList keys={data.keys} />}</div>
  )
}

function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { revalidate } = useRevalidator()
  const valid = keys.filter(({ state }) => state === 'active' || state === 'stopped')
  const ended = keys.filter((key) => !valid.includes(key))
  const create = (
    <ButtonLink to="/admin/settings/api-keys?new=yes">
      <Icon name="plus" size={18} />
      Create an API key
    </ButtonLink>
  )

  async function update() {
    await revalidate()
    // The row of a revoked key has moved, together with the button that had the focus.
    heading.current?.focus()
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 ref={heading} tabIndex={-1} className="font-serif text-2xl font-semibold outline-none">
          API keys
        </h1>
        {valid.length > 0 && create}
      </div>
      <p className="mt-3 max-w-reading text-gray-600">
        Programs call the API of this site with a key. It acts as the admin who created it, within its scopes. The{' '}
        <Link to="/developers" className="text-primary-800 underline underline-offset-4">
          API reference
        </Link>{' '}
        names the scope of each endpoint.
      </p>
      {valid.length === 0 ? (
        <EmptyState icon="key-round" title={ended.length > 0 ? 'No valid API keys' : 'No API keys yet'} action={create}>
          Create a key for each program, with only the scopes that it needs.
        </EmptyState>
      ) : (
        <section className="mt-6" aria-labelledby="valid">
          <h2 id="valid" className="sr-only">
            Valid keys
          </h2>
          <ul>
            {valid.map((key) => (
              <KeyRow key={key.id} apiKey={key} onRenamed={revalidate} onRevoked={update} />
            ))}
          </ul>
        </section>
      )}
      {ended.length > 0 && (
        <section className="mt-10" aria-labelledby="ended">
          <h2 id="ended" className="mb-4 font-serif text-lg font-semibold">
            Revoked and expired keys
          </h2>
          <ul>
            {ended.map((key) => (
              <KeyRow key={key.id} apiKey={key} onRenamed={revalidate} onRevoked={update} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
