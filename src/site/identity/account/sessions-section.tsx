import { useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button } from '#site/ui/button.tsx'
import { Time } from '#site/ui/time.tsx'
import { useAccount } from './account-context.ts'
import { Outcome } from './outcome.tsx'
import { Row, Rows, Section } from './section.tsx'
import { useAction } from './use-action.ts'

export function SessionsSection() {
  const api = useApi()
  const { account, show } = useAccount()
  const change = useAction()
  const others = account.sessions.filter(({ current }) => !current)

  return (
    <Section
      id="sessions"
      title="Sessions"
      about="Browsers where you are signed in. If you don’t recognize one, sign it out and change your password."
    >
      <Rows>
        {account.sessions.map(({ id, current, device, createdAt, lastUsedAt }) => (
          <li key={id}>
            <Row
              title={device}
              detail={
                <>
                  Signed in <Time at={createdAt} />
                  {!current && (
                    <>
                      , last active <Time at={lastUsedAt} />
                    </>
                  )}
                </>
              }
              action={
                current ? (
                  <Badge tone="primary">This browser</Badge>
                ) : (
                  <Button
                    tone="quiet"
                    size="sm"
                    aria-label={`Sign out ${device}`}
                    busy={change.busy}
                    onClick={() =>
                      void change.run(async () =>
                        show(await api('DELETE /api/account/sessions/{id}', { params: { id } })),
                      )
                    }
                  >
                    Sign out
                  </Button>
                )
              }
            />
          </li>
        ))}
      </Rows>
      {others.length > 0 && (
        <div>
          <Button
            tone="quiet"
            size="sm"
            busy={change.busy}
            onClick={() =>
              void change.run(
                async () => show(await api('DELETE /api/account/sessions')),
                'You are signed out everywhere else.',
              )
            }
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
      <Outcome {...change} />
    </Section>
  )
}
