import { useRevalidator } from 'react-router'
import type { ProviderSettings, SignInSettings } from '#contract/identity/sign-in-settings.ts'
import { MAX_PROVIDERS } from '#contract/identity/sign-in-methods.ts'
import { useAction } from '#site/identity/account/use-action.ts'
import { useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Icon } from '#site/ui/icon.tsx'

/** In the order of the sign-in page. Providers of the environment come first and cannot be changed here. */
export function ProviderList({ settings: { providers } }: { settings: SignInSettings }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { busy, problem, run } = useAction()
  const own = providers.filter(({ source }) => source === 'settings')
  const ids = own.map(({ id }) => id)

  function move(id: string, by: -1 | 1) {
    const from = ids.indexOf(id)
    if (busy || from + by < 0 || from + by >= ids.length) return
    const moved = ids.toSpliced(from, 1).toSpliced(from + by, 0, id)
    void run(async () => {
      try {
        await api('PUT /api/admin/identity-provider-order', { body: { ids: moved } })
      } finally {
        await revalidate()
      }
    })
  }

  const add = (
    <ButtonLink to="/admin/settings/sign-in?provider=new" tone="quiet">
      <Icon name="plus" size={18} />
      Add a provider
    </ButtonLink>
  )
  if (providers.length === 0) {
    return (
      <EmptyState icon="key-round" title="No providers yet" action={add}>
        Add Google, Microsoft, GitLab or the identity server of your organization.
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="divide-y divide-gray-200">
        {providers.map((provider) => (
          <ProviderRow key={`${provider.source} ${provider.id}`} provider={provider}>
            {provider.source === 'settings' && (
              <div className="flex flex-wrap gap-2">
                {/* Not disabled, which would take the focus away. */}
                <Button
                  tone="quiet"
                  size="sm"
                  aria-disabled={busy || ids[0] === provider.id || undefined}
                  aria-label={`Move ${provider.name} up`}
                  onClick={() => move(provider.id, -1)}
                >
                  <Icon name="arrow-up" size={16} />
                </Button>
                <Button
                  tone="quiet"
                  size="sm"
                  aria-disabled={busy || ids.at(-1) === provider.id || undefined}
                  aria-label={`Move ${provider.name} down`}
                  onClick={() => move(provider.id, 1)}
                >
                  <Icon name="arrow-down" size={16} />
                </Button>
                <ButtonLink
                  to={`/admin/settings/sign-in?provider=${encodeURIComponent(provider.id)}`}
                  tone="quiet"
                  size="sm"
                  aria-label={`Edit ${provider.name}`}
                >
                  Edit
                </ButtonLink>
              </div>
            )}
          </ProviderRow>
        ))}
      </ul>
      {problem && <Banner tone="danger">{problem}</Banner>}
      {own.length < MAX_PROVIDERS && <div>{add}</div>}
    </>
  )
}

function ProviderRow({ provider, children }: { provider: ProviderSettings; children: React.ReactNode }) {
  const { name, issuer, enabled, source, overridden } = provider
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          {!enabled && <Badge>Disabled</Badge>}
          {overridden && <Badge>Not used</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-gray-600" dir="ltr">
          {issuer}
        </p>
        <p className="text-sm text-gray-600">
          {describeAccounts(provider)}
          {source === 'environment' && (
            <>
              {' '}
              Set by <code className="font-mono">IDENTITY_PROVIDERS</code>.
            </>
          )}
          {overridden && ' A provider of the environment has the same ID.'}
        </p>
      </div>
      {children}
    </li>
  )
}

/** The server counts to 1000. */
export function describeAccounts({ accounts }: { accounts: number }) {
  if (accounts === 0) return 'No linked accounts.'
  if (accounts >= 1000) return '1,000 or more linked accounts.'
  return accounts === 1 ? '1 linked account.' : `${accounts} linked accounts.`
}
