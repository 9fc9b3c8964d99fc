import { useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import { PersonRow } from '#site/people/person-row.tsx'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Outcome } from './outcome.tsx'
import { Rows, Section } from './section.tsx'
import { useAction } from './use-action.ts'

type Unwanted = Reply<'GET /api/people/unwanted'>
type Kind = keyof Unwanted

const labels = {
  blocked: { title: 'Blocked', action: 'Unblock', key: 'DELETE /api/people/{ref}/block' },
  muted: { title: 'Muted', action: 'Unmute', key: 'DELETE /api/people/{ref}/mute' },
} as const

export function BlockedSection({ unwanted }: { unwanted: Unwanted }) {
  const api = useApi()
  const change = useAction()
  const [people, setPeople] = useState(unwanted)
  const isEmpty = people.blocked.length + people.muted.length === 0

  function remove(kind: Kind, id: string, name: string) {
    void change.run(async () => {
      await api(labels[kind].key, { params: { ref: id } })
      setPeople((before) => ({ ...before, [kind]: before[kind].filter((person) => person.id !== id) }))
    }, `${name} is no longer ${kind}.`)
  }

  return (
    <Section
      id="unwanted"
      title="Blocked and muted"
      about="People you block can’t follow you, and you don’t see each other’s responses. You get no notifications about people you mute, and their stories are left out of For you and Following. They aren’t told."
    >
      {isEmpty && (
        <p className="text-gray-600">
          You haven’t blocked or muted anyone. You can do both from the menu on a profile.
        </p>
      )}
      {(['blocked', 'muted'] as const).map(
        (kind) =>
          people[kind].length > 0 && (
            <div key={kind}>
              <h3 className="mb-2 text-sm font-medium text-gray-800">{labels[kind].title}</h3>
              <Rows>
                {people[kind].map((person) => (
                  <li key={person.id}>
                    <PersonRow
                      person={person}
                      action={
                        <Button
                          tone="quiet"
                          size="sm"
                          busy={change.busy}
                          aria-label={`${labels[kind].action} ${person.name}`}
                          onClick={() => remove(kind, person.id, person.name)}
                        >
                          {labels[kind].action}
                        </Button>
                      }
                    />
                  </li>
                ))}
              </Rows>
            </div>
          ),
      )}
      <Outcome {...change} />
    </Section>
  )
}
