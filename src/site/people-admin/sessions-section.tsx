import type { AdminPersonDetails } from '#contract/people-admin/people-admin.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { Outcome } from '#site/identity/account/outcome.tsx'
import { Row, Rows, Section } from '#site/identity/account/section.tsx'
import { useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button } from '#site/ui/button.tsx'
import { Time } from '#site/ui/time.tsx'
import { usePersonAction } from './use-person-action.ts'

export function SessionsSection({ person: { id, name, sessions } }: { person: AdminPersonDetails }) {
  const api = useApi()
  const change = usePersonAction()
  return (
    <Section id="sessions" title="Sessions" about="Browsers where this person is signed in.">
      {sessions.length === 0 ? (
        <p className="text-gray-600">Not signed in anywhere.</p>
      ) : (
        <Rows>
          {sessions.map(({ id: session, device, createdAt, lastUsedAt, current }) => (
            <li key={session}>
              <Row
                title={device}
                detail={
                  <>
                    Signed in <Time at={createdAt} />, last active <Time at={lastUsedAt} />
                  </>
                }
                action={
                  current ? (
                    <Badge tone="primary">This browser</Badge>
                  ) : (
                    <Button
                      tone="quiet"
                      size="sm"
                      aria-label={`End the session ${device}`}
                      busy={change.busy}
                      onClick={() =>
                        void change.run(() =>
                          api('DELETE /api/admin/people/{id}/sessions/{session}', { params: { id, session } }),
                        )
                      }
                    >
                      End
                    </Button>
                  )
                }
              />
            </li>
          ))}
        </Rows>
      )}
      {sessions.length > 0 && (
        <div>
          <ConfirmButton
            label={`Sign out ${name} everywhere`}
            busy={change.busy}
            title={`Sign out ${name} everywhere?`}
            consequence="All sessions end within a second. They can sign in again."
            action="Sign out everywhere"
            onConfirm={() =>
              void change.run(
                () => api('POST /api/admin/people/{id}/sign-out', { params: { id } }),
                'Signed out everywhere.',
              )
            }
          >
            Sign out everywhere
          </ConfirmButton>
        </div>
      )}
      <Outcome {...change} />
    </Section>
  )
}
