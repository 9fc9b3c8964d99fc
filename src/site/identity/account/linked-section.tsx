import { ProviderButtons } from '#site/identity/sign-in/provider-buttons.tsx'
import { useApi } from '#site/page.ts'
import { useAccount } from './account-context.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { Outcome } from './outcome.tsx'
import { Row, Rows, Section } from './section.tsx'
import { useAction } from './use-action.ts'

export function LinkedSection() {
  const api = useApi()
  const { account, methods, show, withRecentSignIn } = useAccount()
  const change = useAction()
  const unlinked = methods.providers.filter(({ id }) => account.providers.every((linked) => linked.id !== id))
  if (account.providers.length === 0 && unlinked.length === 0) return null

  const unlink = (id: string) =>
    change.run(async () =>
      show(await withRecentSignIn(() => api('DELETE /api/account/providers/{id}', { params: { id } }))),
    )

  return (
    <Section id="linked" title="Linked accounts" about="Services you can sign in with.">
      {account.providers.length > 0 && (
        <Rows>
          {account.providers.map(({ id, name, email }) => (
            <li key={id}>
              <Row
                title={name}
                detail={email && <span dir="ltr">{email}</span>}
                action={
                  <ConfirmButton
                    label={`Unlink ${name}`}
                    busy={change.busy}
                    title={`Unlink ${name}?`}
                    consequence={`You won’t be able to sign in with ${name}. You can link it again later.`}
                    action="Unlink"
                    onConfirm={() => void unlink(id)}
                  >
                    Unlink
                  </ConfirmButton>
                }
              />
            </li>
          ))}
        </Rows>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <ProviderButtons
          providers={unlinked}
          purpose="link"
          onProblem={(error) => change.fail(error)}
          onResult={(body) => change.run(async () => show(await api('POST /api/account/providers', { body })))}
        />
      </div>
      <Outcome {...change} />
    </Section>
  )
}
