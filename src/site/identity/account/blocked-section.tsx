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

const words = {
  blocked: { title: 'Blocked', end: 'Unblock', key: 'DELETE /api/people/{ref}/block' },
  muted: { title: 'Muted', end: 'Unmute', key: 'DELETE /api/people/{ref}/mute' },
} as const

/** Whom one wants nothing of, until one does. */
export function BlockedSection({ unwanted }: { unwanted: Unwanted }) {
  const api = useApi()
  const change = useAction()
  const [people, setPeople] = useState(unwanted)
  const nobody = people.blocked.length + people.muted.length === 0

  function end(kind: Kind, id: string, name: string) {
    void change.run(async () => {
      await api(words[kind].key, { params: { ref: id } })
      setPeople((before) => ({ ...before, [kind]: before[kind].filter((person) => person.id !== id) }))
    }, `${name} is not ${kind} any more.`)
  }

  return (
    <Section
      id="unwanted"
      title="Blocked and muted"
      about="Whom you have blocked neither follows you nor sees your responses, nor you theirs. Of whom you have muted you hear nothing; they do not know."
    >
      {nobody && <p className="text-gray-600">Nobody. You find both in the menu of a person’s page.</p>}
      {(['blocked', 'muted'] as const).map(
        (kind) =>
          people[kind].length > 0 && (
            <div key={kind}>
              <h3 className="mb-2 text-sm font-medium text-gray-800">{words[kind].title}</h3>
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
                          aria-label={`${words[kind].end} ${person.name}`}
                          onClick={() => end(kind, person.id, person.name)}
                        >
                          {words[kind].end}
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
